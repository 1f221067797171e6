//! Bytes survive: every chunk, every version, both byte orders, wrong sizes.

mod back;
mod lines;
mod model;
mod motion;
mod random;
mod write;

use super::types::body::{Body, Nested};
use super::types::{Emfx, Magic};
use super::{Xac, Xpm, Xsm};
use crate::emfx::xac::types::LayerData;
use crate::{Document, build, identify, registry};
use random::{file, quirky};
use wire::{Endian, Reader, Sink};

const KINDS: [Magic; 3] = [Magic::Xac, Magic::Xsm, Magic::Xpm];

/// Reads, writes, dumps, builds and tiles.
impl Emfx {
    /// As a document of its format.
    fn document(self) -> Box<dyn crate::Document> {
        match self.header.magic {
            Magic::Xac => Box::new(super::Xac(self)),
            Magic::Xsm => Box::new(super::Xsm(self)),
            Magic::Xpm => Box::new(super::Xpm(self)),
        }
    }

    /// As the original of what is written.
    fn originals(&self) -> Vec<std::sync::Arc<dyn crate::Document>> {
        vec![self.clone().document().into()]
    }
}

fn survives(bytes: &[u8], name: &str) -> (Box<dyn crate::Document>, Sink) {
    let mut sink = Sink::new();
    let mut r = Reader::new(bytes).with_trace();
    let doc = registry::read(&mut r, name, &mut sink).unwrap();
    assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
    assert!(doc.write() == bytes, "{name}: written bytes differ");
    let mut json = Vec::new();
    doc.dump(&mut json).unwrap();
    assert!(build(&json).unwrap().write() == bytes, "{name}: built bytes differ");
    (doc, sink)
}

/// What a document of the family holds.
fn container(doc: &dyn Document) -> &Emfx {
    let doc = doc.as_any();
    let actor = doc.downcast_ref::<Xac>().map(|d| &d.0);
    let motion = || doc.downcast_ref::<Xsm>().map(|d| &d.0);
    actor.or_else(motion).or_else(|| doc.downcast_ref::<Xpm>().map(|d| &d.0)).unwrap()
}

#[test]
fn every_chunk_and_version_survives() {
    for seed in 0..40 {
        for magic in KINDS {
            for endian in [Endian::Little, Endian::Big] {
                let mut made = file(seed, magic, endian, 0);
                let bytes = made.to_bytes();
                let (doc, sink) = survives(&bytes, &format!("a.{}", magic.id()));
                let read = container(&*doc);
                let same = |a: &Emfx, b: &Emfx| {
                    a.chunks
                        .iter()
                        .zip(&b.chunks)
                        .all(|(a, b)| std::mem::discriminant(&a.body) == std::mem::discriminant(&b.body))
                };
                assert_eq!(read.chunks.len(), made.chunks.len(), "{seed} {magic:?}");
                assert!(same(read, &made), "{seed} {magic:?}: a chunk came back as another kind");
                assert!(
                    !sink.has(&super::rules::codes::CHUNK_SIZE),
                    "{seed} {magic:?}: {:?}",
                    sink.findings()
                );
                for (a, b) in read.chunks.iter().zip(&made.chunks) {
                    if let (Body::LodActor(a), Body::LodActor(b)) = (&a.body, &b.body)
                        && let (Nested::Actor(a), Nested::Actor(b)) = (&a.file, &b.file)
                    {
                        assert!(same(a, b));
                    }
                }
                quirky(&mut made);
                if magic == Magic::Xsm {
                    // The chunk with the overlong size is the last one in shipped files.
                    made.chunks.truncate(made.chunks.len() - 2);
                }
                survives(&made.to_bytes(), &format!("b.{}", magic.id()));
            }
        }
    }
}

#[test]
fn zero_sizes_of_known_chunks_do_not_matter() {
    let mut made = file(3, Magic::Xac, Endian::Little, 1);
    made.chunks.retain(|c| !matches!(c.body, Body::Unknown(_)) && !lone(&c.body));
    let chunks = made.chunks.len();
    for c in &mut made.chunks {
        c.size = 0;
    }
    let (doc, sink) = survives(&made.to_bytes(), "a.xac");
    let read = container(&*doc);
    assert_eq!(read.chunks.len(), chunks);
    assert!(read.chunks.iter().all(|c| !matches!(c.body, Body::Unknown(_))));
    assert!(sink.has(&super::rules::codes::CHUNK_SIZE_ZERO));
}

fn lone(body: &Body) -> bool {
    matches!(body, Body::Skin(s) if s.node >= 900)
}

#[test]
fn slack_is_kept_and_found_again() {
    let mut made = file(5, Magic::Xpm, Endian::Big, 0);
    for c in &mut made.chunks {
        if c.id == 101 {
            c.slack = vec![0xcd; 7];
        }
    }
    made.true_sizes();
    let (doc, sink) = survives(&made.to_bytes(), "a.xpm");
    let read = container(&*doc);
    assert_eq!(read.chunks.len(), made.chunks.len());
    assert!(read.chunks.iter().any(|c| c.slack == [0xcd; 7]));
    let _ = sink;
}

/// A mesh that counts too many original vertices must not make its skin swallow what follows.
#[test]
fn a_skin_ends_where_its_chunk_does() {
    let mut made = model::actor(&[]);
    let at = made.chunks.iter().position(|c| c.id == 1).unwrap();
    let Body::Mesh(mesh) = &mut made.chunks[at].body else { panic!("no mesh") };
    mesh.original_vertices = 9;
    let (doc, _) = survives(&made.to_bytes(), "a.xac");
    let read = container(&*doc);
    assert_eq!(read.chunks.len(), made.chunks.len());
    let mut sink = Sink::new();
    super::rules::check(read, &mut sink);
    assert!(sink.has(&super::rules::codes::SKIN_TABLE));
}

/// Counts and numbers that are out of all proportion are repaired in proportion to the file.
#[test]
fn huge_numbers_of_original_vertices_are_repaired() {
    for (count, number) in [(u32::MAX, None), (2, Some(u32::MAX)), (u32::MAX, Some(u32::MAX - 1))] {
        let mut made = model::actor(&[]);
        let at = made.chunks.iter().position(|c| c.id == 1).unwrap();
        let Body::Mesh(mesh) = &mut made.chunks[at].body else { panic!("no mesh") };
        mesh.original_vertices = count;
        if let (Some(n), LayerData::U32(list)) = (number, &mut mesh.layers[0].data) {
            list[2] = n;
        }
        let mut read = Emfx::read(&mut Reader::new(&made.to_bytes()), &mut Sink::new()).unwrap();
        super::rules::fix::fix(&mut read, crate::Repair::All);
        let bytes = read.to_bytes();
        assert!(bytes.len() < 2 * made.to_bytes().len());
        let mut sink = Sink::new();
        super::rules::check(&Emfx::read(&mut Reader::new(&bytes), &mut sink).unwrap(), &mut sink);
        let bad: Vec<_> = sink.findings().iter().filter(|f| f.severity != wire::Severity::Info).collect();
        assert!(bad.is_empty(), "{bad:?}");
    }
}

/// Only sizes that are wrong as the exporters' are pass without a warning.
#[test]
fn a_size_of_nobody_is_a_warning() {
    use super::rules::codes::{CHUNK_SIZE, CHUNK_SIZE_EXPORTER};
    for (change, quirk) in [(0, true), (3, false)] {
        let mut made = model::actor(&[]);
        let at = made.chunks.iter().position(|c| c.id == 3).unwrap();
        made.chunks[at].size = 84 + 4 + "EMFX Default".len() as u32 + change;
        let (_, sink) = survives(&made.to_bytes(), "a.xac");
        assert_eq!((sink.has(&CHUNK_SIZE_EXPORTER), sink.has(&CHUNK_SIZE)), (quirk, !quirk));
    }
}

#[test]
fn events_with_a_size_of_zero_are_read() {
    let mut seen = 0;
    for seed in 0..20 {
        let mut made = file(seed, Magic::Xsm, Endian::Little, 0);
        made.chunks.retain(|c| matches!(c.body, Body::Events(_) | Body::MotionInfo(_)));
        let count = made.chunks.len();
        made.chunks.iter_mut().for_each(|c| c.size = 0);
        let (doc, _) = survives(&made.to_bytes(), "a.xsm");
        let read = container(&*doc);
        assert_eq!(read.chunks.len(), count, "{seed}");
        seen += read.chunks.iter().filter(|c| matches!(c.body, Body::Events(_))).count();
    }
    assert!(seen > 0);
}

#[test]
fn risen_wrappers_open() {
    for (magic, head, name) in
        [(Magic::Xac, &b"GR01MA02"[..], "a._xmac"), (Magic::Xsm, b"GR01MO01", "a._xmot")]
    {
        let mut stream = file(2, magic, Endian::Little, 0);
        stream.chunks.truncate(3);
        let stream = stream.to_bytes();
        let mut bytes = head.to_vec();
        bytes.resize(136, 7);
        bytes.extend((stream.len() as u32).to_le_bytes());
        bytes.extend(&stream);
        bytes.extend(b"bounds after it");
        assert_eq!(identify(&bytes, name).unwrap().id, magic.id());
        let (doc, _) = survives(&bytes, name);
        assert_eq!(container(&*doc).chunks.len(), 3);
    }
}

#[test]
fn xsmtime_opens() {
    let mut bytes = vec![0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0];
    bytes.extend([0, 0, 128, 63, 1, 0, 0, 0, 0, 64, 2, 0]);
    let (doc, _) = survives(&bytes, "walk.xsmtime");
    assert_eq!((doc.format(), doc.version().as_str()), ("xsm", "xsmtime"));
}

#[test]
fn relatives_are_named() {
    for (magic, word) in [
        ("ACTR", "EMotionFX 4"),
        ("MOT ", "EMotionFX 4"),
        ("MOTW", "wavelet"),
        ("FXA ", "Gothic 3"),
        ("LMA ", "Gothic 3"),
    ] {
        let e = identify(format!("{magic}rest of it").as_bytes(), "x.xac").err().unwrap();
        assert!(e.message().contains(word), "{e}");
    }
}

#[test]
fn truncations_and_mutations_never_panic() {
    for magic in KINDS {
        let bytes = file(11, magic, Endian::Little, 0).to_bytes();
        for len in 0..bytes.len().min(3000) {
            let _ = Emfx::read(&mut Reader::new(&bytes[..len]), &mut Sink::new());
        }
        let mut rng = random::Rng(99);
        for _ in 0..500 {
            let mut bad = bytes.clone();
            for _ in 0..=rng.below(4) {
                let at = rng.below(bad.len());
                bad[at] = if rng.below(3) == 0 { 0xff } else { rng.byte() };
            }
            let Ok(doc) = Emfx::read(&mut Reader::new(&bad), &mut Sink::new()) else { continue };
            assert!(doc.to_bytes() == bad);
            let files = scene::Memory::default();
            let options = crate::LoadOptions { collision: true, lod: crate::Lod::All, ..Default::default() };
            let cx = crate::Context { files: &files, path: "a.xac", options: &options };
            let _ = doc.document().to_scene(&cx, &mut Sink::new());
        }
    }
}
