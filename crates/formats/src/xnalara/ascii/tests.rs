//! Loose spellings, exact bytes, edits in place.

use super::{FORMAT, read, write};
use crate::{Context, Document, LoadOptions};
use scene::Memory;
use wire::{Reader, Sink};

const PLAIN: &str = "2 # bones\nroot\n-1\n0 0 0\narm left\n0 # parent index\n0 1.5 0\n1 # meshes\n5_body\n1 # uv layers\n1 # textures\nskin.png\n0 # uv layer index\n3 # vertices\n\
0 0 0 # Coords\n0 1 0\n255 255 255 255\n0 0\n0 1\n0.75 0.25\n1 0 0\n0 1 0\n255 255 255 255\n1 0\n0\n1\n0 0 1\n0 1 0\n255 255 255 255\n0 1\n0 1 0 0 1\n0.5 0.5 0 0 0\n1 # faces\n0 1 2\n";

fn parse(text: &[u8]) -> Box<dyn Document> {
    let mut r = Reader::new(text).with_trace();
    let doc = (FORMAT.read)(&mut r, &mut Sink::new()).unwrap();
    assert_eq!(r.take_trace().unwrap().untiled(text.len() as u64), None);
    assert_eq!(doc.write(), text);
    let mut json = Vec::new();
    doc.dump(&mut json).unwrap();
    assert_eq!(crate::build(&json).unwrap().write(), text, "dump and build");
    doc
}

fn model(text: &[u8]) -> crate::xnalara::model::Model {
    let doc = parse(text);
    doc.as_any().downcast_ref::<super::Ascii>().unwrap().model().clone()
}

#[test]
fn the_grammar() {
    let m = model(PLAIN.as_bytes());
    assert_eq!(
        (m.bones[1].name.lossy().as_str(), m.bones[1].parent, m.bones[1].head[1]),
        ("arm left", 0, 1.5)
    );
    let g = &m.meshes[0].geometry;
    assert_eq!(g.weights.of(0), (&[0, 1][..], &[0.75, 0.25][..]));
    assert_eq!(g.weights.of(1).0.len(), 1);
    assert_eq!(g.weights.of(2).0.len(), 5);
    assert_eq!(m.meshes[0].indices, [0, 1, 2]);
}

#[test]
fn spelled_differently_it_says_the_same() {
    let plain = model(PLAIN.as_bytes());
    let crlf = PLAIN.replace('\n', "\r\n");
    let bom = format!("\u{feff}{PLAIN}");
    let comma = PLAIN.replace("1.5", "1,5").replace("0.75 0.25", "0,75 2,5E-01");
    let blank = PLAIN.replace('\n', "\n\n");
    let comments = PLAIN.replace("1 # meshes\n", "# now the meshes\n1 # meshes\n# a mesh\n");
    let no_end = PLAIN.trim_end().to_owned();
    for text in [crlf, bom, comma, blank, comments, no_end] {
        assert_eq!(model(text.as_bytes()), plain, "{text}");
    }
}

#[test]
fn two_triangles_on_a_line() {
    let text = PLAIN.replace("1 # faces\n0 1 2\n", "2\n0 1 2\t2 1 0\n");
    assert_eq!(model(text.as_bytes()).meshes[0].indices, [0, 1, 2, 2, 1, 0]);
    let mut sink = Sink::new();
    read::parse::<false>(text.as_bytes(), &mut sink).unwrap();
    assert!(sink.has(&super::super::rules::TEXT_TUPLE));
}

#[test]
fn hash_and_blank_names() {
    let text = PLAIN.replace("arm left\n", "arm #1\n").replace("5_body\n", "\n");
    let m = model(text.as_bytes());
    assert_eq!(m.bones[1].name.lossy(), "arm #1");
    assert_eq!(m.meshes[0].name.lossy(), "");
}

#[test]
fn short_colours_and_not_a_number() {
    let text = PLAIN.replacen("255 255 255 255", "9 8 7", 1).replacen("0 1 0\n", "NaN 1 0\n", 1);
    let m = model(text.as_bytes());
    assert_eq!(m.meshes[0].geometry.colors[0], [9, 8, 7, 0]);
    assert!(m.meshes[0].geometry.normals[0][0].is_nan());
    let text = PLAIN.replacen("0 1 0\n", "what 1 0\n", 1);
    assert_eq!(model(text.as_bytes()).meshes[0].geometry.normals[0], [0.0, 1.0, 0.0]);
}

#[test]
fn a_uv_line_without_layers() {
    let text = PLAIN.replace("1 # uv layers", "0 # uv layers");
    let m = model(text.as_bytes());
    assert_eq!((m.meshes[0].uv_layers, m.meshes[0].geometry.uvs.len()), (0, 1));
    assert_eq!(m.meshes[0].geometry.weights.of(2).0.len(), 5);
}

#[test]
fn a_tangent_line_after_each_uv() {
    let plain = model(PLAIN.as_bytes());
    let text = PLAIN
        .replace("255\n0 0\n", "255\n0 0\n1 0 0 -1\n")
        .replace("255\n1 0\n", "255\n1 0\n1 0 0 -1\n")
        .replace("255\n0 1\n", "255\n0 1\n1 0 0 -1\n");
    assert_eq!(model(text.as_bytes()), plain);
}

#[test]
fn no_bones_no_weights() {
    let text = "0 # bones\n1\nx\n0\n0\n3\n0 0 0\n0 1 0\n1 2 3 4\n1 0 0\n0 1 0\n1 2 3 4\n0 0 1\n0 1 0\n1 2 3 4\n1\n0 1 2\n";
    let m = model(text.as_bytes());
    assert!(!m.meshes[0].geometry.weights.is_some() && m.meshes[0].geometry.uvs.is_empty());
    let with_uv = text.replace("1 2 3 4\n", "1 2 3 4\n0.5 0.25\n");
    assert_eq!(model(with_uv.as_bytes()).meshes[0].geometry.uvs[0][2], [0.5, 0.25]);
}

#[test]
fn edits_touch_only_what_changed() {
    let mut json = Vec::new();
    let source = PLAIN.replace("0.75", "0.750");
    parse(source.as_bytes()).dump(&mut json).unwrap();
    let json = String::from_utf8(json).unwrap();
    // The dump holds the value once more next to the source.
    let edited = json.replacen("\"head\": [0.0,1.5,0.0]", "\"head\": [0.0,1.25,0.0]", 1);
    assert_ne!(edited, json);
    let out = crate::build(edited.as_bytes()).unwrap().write();
    assert_eq!(String::from_utf8(out).unwrap(), source.replace("0 1.5 0", "0 1.25 0"));
}

#[test]
fn what_is_written_is_read_back() {
    let plain = model(PLAIN.as_bytes());
    let text = write::spell(&plain);
    assert_eq!(model(&text), plain);
}

#[test]
fn fixing_leaves_nothing_to_say() {
    let text = PLAIN.replace("0.75 0.25", "0,75 0,5").replace("0 1 2\n", "0 1 2 # x\n\n");
    let mut doc = parse(text.as_bytes());
    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = Context { files: &files, path: "generic_item.mesh.ascii", options: &options };
    let mut sink = Sink::new();
    doc.check(&cx, &mut sink);
    assert!(sink.has(&super::super::rules::TEXT_COMMA) && sink.has(&super::super::rules::WEIGHTS_SUM));
    doc.fix(&cx);
    let fixed = parse(&doc.write());
    let mut sink = Sink::new();
    fixed.check(&cx, &mut sink);
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
}

#[test]
fn errors_say_where() {
    let text = PLAIN.replace("3 # vertices", "4000000000 # vertices");
    let e = (FORMAT.read)(&mut Reader::new(text.as_bytes()), &mut Sink::new()).err().unwrap();
    assert_eq!((e.code().id, e.path().as_str()), ("WIRE_COUNT_TOO_LARGE", "meshes[0].vertex_count"));
    assert_eq!(e.offset(), text.find("4000000000").map(|p| p as u64));
}

#[test]
fn a_blank_line_instead_of_a_colour_is_white() {
    let plain = model(PLAIN.as_bytes());
    let blank = PLAIN.replace("255 255 255 255\n", "\n");
    assert_eq!(model(blank.as_bytes()), plain);
    let some = PLAIN.replacen("255 255 255 255\n", " \r\n", 2);
    assert_eq!(model(some.as_bytes()), plain);
    let boneless =
        "0\n1\n5_x\n1\n0\n3\n0 0 0\n0 1 0\n\n0.5 0.5\n1 0 0\n0 1 0\n\n1 0\n0 0 1\n0 1 0\n\n0 1\n1\n0 1 2\n";
    let m = model(boneless.as_bytes());
    assert_eq!(m.meshes[0].geometry.colors, [[255; 4]; 3]);
    assert_eq!(m.meshes[0].geometry.uvs[0][0], [0.5; 2]);
}

#[test]
fn findings_name_the_byte_of_the_first_vertex() {
    let text = PLAIN.replace("1 0 0\n0 1 0\n", "1 NaN 0\n0 0 0\n").replace("0 1 2\n", "0 1 9\n");
    let doc = parse(text.as_bytes());
    let files = Memory::default();
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    doc.check(&Context { files: &files, path: "x.mesh.ascii", options: &options }, &mut sink);
    let at = |code: &wire::Code| {
        let d = sink.findings().iter().find(|d| d.code.id == code.id).unwrap();
        (d.path.clone(), text[d.offset.unwrap() as usize..].lines().next().unwrap().to_owned())
    };
    let vertex = ("meshes[0].vertices[1]".to_owned(), "1 NaN 0".to_owned());
    assert_eq!(at(&super::super::rules::NOT_FINITE), vertex);
    assert_eq!(at(&super::super::rules::NORMALS_BAD), vertex);
    let triangle = ("meshes[0].triangles[0]".to_owned(), "0 1 9".to_owned());
    assert_eq!(at(&super::super::rules::INDEX_RANGE), triangle);
}

/// Whatever the text leaves out or adds, nothing that is not a number changes the others: `parse` compares the bytes.
#[test]
fn values_that_are_not_numbers_survive_dump_and_build() {
    let boneless = "0\n1\nm\n0\n0\n1\nnan 0 0\n0 -NaN 1\n255 255 255 255\n0\n";
    parse(boneless.as_bytes());
    for nan in ["nan", "NaN", "-nan", "1.#QNAN", "-1.#IND", "Infinity", "-Infinity"] {
        for text in [PLAIN.to_owned(), PLAIN.replacen("255 255 255 255", "9 8 7", 1)] {
            parse(text.replacen("0 0 0 # Coords", &format!("{nan} 0 0 # Coords"), 1).as_bytes());
            parse(text.replacen("0.75 0.25", &format!("{nan} 0.25"), 1).as_bytes());
            parse(text.replacen("\n1 0\n0\n1\n", &format!("\n{nan} 0\n0\n1\n"), 1).as_bytes());
        }
    }
}
