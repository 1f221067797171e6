//! Motions that say little: still ones, empty ones, wavelets.

use super::super::rules::codes;
use super::super::types::body::Body;
use super::super::types::events::TimeStamp;
use super::super::types::{Emfx, Header, Magic};
use super::super::xsm::types::wavelet::{Wavelet, WaveletInfo, WaveletSubmotion};
use super::model::{actor, load};
use crate::emfx::xpm::types::MorphTrack;
use crate::emfx::xsm::types::{Quat, RotationKeys, Submotion};
use crate::{Context, LoadOptions, Lod};
use scene::{Files, Memory, Property};
use std::sync::LazyLock;
use wire::{Endian, Sink};

static FILES: LazyLock<Memory> = LazyLock::new(Memory::default);
static OPTIONS: LazyLock<LoadOptions> = LazyLock::new(LoadOptions::default);

/// A place for a motion called `bend`.
pub fn context() -> Context<'static> {
    Context { files: &*FILES as &dyn Files, path: "bend.xsm", options: &OPTIONS }
}

fn empty(magic: Magic) -> Emfx {
    Emfx::new(Header { magic, version: [1, 0], endian: Endian::Little, multiply_order: 0 })
}

/// A track that rests where the nodes of `actor` do.
fn still(name: &str) -> Submotion {
    let whole = Quat::F32([0.0, 0.0, 0.0, 1.0]);
    Submotion {
        pose_rotation: whole,
        bind_rotation: whole,
        pose_scale_rotation: whole,
        bind_scale_rotation: whole,
        pose_position: [1.0, 2.0, 3.0],
        pose_scale: [1.0; 3],
        bind_position: [1.0, 2.0, 3.0],
        bind_scale: [1.0; 3],
        max_error: Some(0.0),
        name: name.into(),
        positions: Vec::new(),
        rotations: RotationKeys::F32(Vec::new()),
        scales: Vec::new(),
        scale_rotations: RotationKeys::F32(Vec::new()),
    }
}

fn motion(list: Vec<Submotion>) -> Emfx {
    let mut file = empty(Magic::Xsm);
    file.push(202, 1, Body::Submotions(list));
    file.true_sizes();
    file
}

/// A child that bends, with a time stamp.
pub fn bend() -> Emfx {
    let turn = vec![[0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 0.6, 0.0, 0.8, 0.5]];
    let mut file = motion(vec![Submotion { rotations: RotationKeys::F32(turn), ..still("child") }]);
    let stamp = TimeStamp { year: 2008, month: 1, day: 9, hours: 1, minutes: 2, seconds: 3, pad: 0xcd };
    file.push(51, 1, Body::TimeStamp(stamp));
    file.true_sizes();
    file
}

/// Each motion becomes a named animation, even one that never leaves the bind pose.
#[test]
fn a_still_motion_is_an_animation() {
    let mut scene = load(&actor(&[]), Lod::One(0), false);
    let mut sink = Sink::new();
    let file = motion(vec![still("child"), still("root")]);
    assert_eq!(file.clone().document().animate(&mut scene, &context(), &mut sink).unwrap(), (2, 2));
    let a = &scene.animations[0];
    assert_eq!((a.name.as_str(), a.channels.len()), ("bend", 1));
    let mut apart = load(&actor(&[]), Lod::One(0), false);
    motion(vec![still("nobody")]).document().animate(&mut apart, &context(), &mut Sink::new()).unwrap();
    assert_eq!(apart.animations[0].channels.len(), 1, "even where no track has a node");
    assert_eq!(written(&apart), [still("nobody")]);
    assert_eq!(a.channels[0].property, Property::Translation);
    assert_eq!(a.channels[0].values, [1.0, 2.0, -3.0], "it holds the node where it rests");
    let glb =
        scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap();
    let back = scene::gltf::read(&glb, &*FILES, "a.glb", &mut Sink::new()).unwrap();
    assert_eq!(back.animations.len(), 1);
    assert_eq!(written(&back), [still("child"), still("root")], "and comes back without keys");
}

/// The tracks of the first motion written from a scene.
fn written(scene: &scene::Scene) -> Vec<Submotion> {
    let out = crate::by_id("xsm").unwrap().from_scene.unwrap();
    let made = out(scene, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
    let again = Emfx::read(&mut wire::Reader::new(&made[0].bytes), &mut Sink::new()).unwrap();
    crate::emfx::xsm::submotions(&again).cloned().collect()
}

#[test]
fn a_motion_without_tracks_says_so() {
    for (file, code) in
        [(motion(Vec::new()), &codes::XSM_NO_TRACKS), (empty(Magic::Xpm), &codes::XPM_NO_TRACKS)]
    {
        let mut scene = load(&actor(&[]), Lod::One(0), false);
        let mut sink = Sink::new();
        assert_eq!(file.clone().document().animate(&mut scene, &context(), &mut sink).unwrap(), (0, 0));
        assert!(sink.has(code));
        assert_eq!(scene.animations[0].channels.len(), 1, "a named animation all the same");
    }
}

#[test]
fn a_still_face_is_an_animation() {
    let mut scene = load(&actor(&[]), Lod::One(0), false);
    scene.meshes[0].targets.push(scene::MorphTarget { name: "smile".into(), ..Default::default() });
    let mut file = empty(Magic::Xpm);
    let track = MorphTrack {
        pose_weight: 0.0,
        min: 0.0,
        max: 1.0,
        phonemes: 0,
        name: "smile".into(),
        keys: Vec::new(),
    };
    file.push(102, 1, Body::MorphTracks(vec![track]));
    assert_eq!(file.clone().document().animate(&mut scene, &context(), &mut Sink::new()).unwrap(), (1, 1));
    let channel = &scene.animations[0].channels[0];
    assert_eq!((channel.property, channel.values.as_slice()), (Property::Weights, &[0.0][..]));
}

/// A wavelet motion shows its nodes at rest and says that it does not move them.
#[test]
fn wavelets_show_their_nodes() {
    let info = WaveletInfo {
        chunks: 0,
        samples_per_chunk: 0,
        rotation_bytes: 0,
        position_bytes: 0,
        scale_bytes: 0,
        rotation_tracks: 0,
        scale_rotation_tracks: 0,
        scale_tracks: 0,
        position_tracks: 0,
        chunk_overhead: 0,
        compressed_size: 0,
        optimized_size: 0,
        uncompressed_size: 0,
        scale_rotation_offset: 0,
        submotions: 1,
        factors: [1.0; 6],
        wavelet: 2,
        compressor: 1,
        pad: [0; 2],
    };
    let submotion = WaveletSubmotion {
        rotations: [Quat::Q16([0, 0, 0, 32767]); 4],
        vectors: [[1.0, 2.0, 3.0], [1.0; 3], [0.0; 3], [1.0; 3]],
        max_error: 0.0,
        name: "spine".into(),
    };
    let wavelet = Wavelet { info, mappings: vec![[0; 4]], submotions: vec![submotion], chunks: Vec::new() };
    let mut file = empty(Magic::Xsm);
    file.push(203, 1, Body::Wavelet(Box::new(wavelet)));
    file.true_sizes();
    let mut sink = Sink::new();
    let scene = file.clone().document().to_scene(&context(), &mut sink).unwrap();
    assert_eq!((scene.nodes[0].name.as_str(), scene.nodes[0].translation), ("spine", [1.0, 2.0, -3.0]));
    assert!(sink.has(&codes::XSM_WAVELET));
}
