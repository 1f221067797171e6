use super::*;
use crate::anark::bgf::tests::{findings, promises};
use crate::anark::section::Section;
use proptest::collection::vec;
use proptest::prelude::*;
use wire::Reader;

fn vector() -> impl Strategy<Value = [f32; 3]> {
    any::<[i16; 3]>().prop_map(|v| v.map(|x| f32::from(x) / 16.0))
}

fn arb_node() -> impl Strategy<Value = (GraphNode, u32)> {
    let vectors = (vector(), vector(), vector(), vector(), vector(), vector());
    let bytes = (any::<[u8; 3]>(), 0..8_u8, any::<[u8; 2]>(), any::<u32>());
    let ty = prop_oneof![1..=5_u8, Just(8)];
    (vectors, bytes, ty, any::<u32>(), 0.0..1.0_f32).prop_map(
        |(
            (translation, rotation, scale, pivot, a, b),
            (unknown_0x09, layer, [i, t], u),
            ty,
            parent,
            opacity,
        )| {
            let low = [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])];
            let high = [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])];
            let node = GraphNode {
                parent: -1,
                scene_item_id: 0,
                node_type: NodeType(ty),
                unknown_0x09,
                translation,
                rotation,
                scale,
                pivot,
                box_min: low,
                box_max: high,
                opacity,
                layer,
                rotation_method: 4,
                invert_y: i,
                unknown_0x5b: u,
                transparent: t,
            };
            (node, parent)
        },
    )
}

/// Any valid file.
pub(in crate::anark) fn arb_bsg() -> impl Strategy<Value = Bsg> {
    (vec(arb_node(), 0..8), vec(any::<bool>(), 0..5), any::<bool>(), any::<[u8; 8]>()).prop_map(
        |(nodes, assets, big, unknown_0x18)| {
            let n = nodes.len() as u32;
            let nodes = nodes.into_iter().enumerate().map(|(i, (mut node, parent))| {
                node.parent = (parent % (i as u32 + 1)) as i32 - 1;
                node.scene_item_id = i as u32 + 1;
                node
            });
            let assets = assets.into_iter().enumerate().map(|(i, texture)| Asset {
                scene_item_id: n + 1 + i as u32,
                asset_type: if texture { NodeType::TEXTURE } else { NodeType::MATERIAL },
            });
            let mut out = Bsg {
                nodes: Section::new(nodes.collect()),
                assets: Section::new(assets.collect()),
                ..Bsg::default()
            };
            out.header.byte_order = u8::from(big);
            out.header.unknown_0x18 = unknown_0x18;
            out.recount();
            out
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn valid_files_keep_every_promise(bsg in arb_bsg()) {
        let found = promises(&bsg.to_bytes(), "x.bsg");
        prop_assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn edits_recounted_have_no_findings(bsg in arb_bsg(), v in vector()) {
        let mut json = Vec::new();
        bsg.dump(&mut json).unwrap();
        let mut json: Value = serde_json::from_slice(&json).unwrap();
        let order = json["document"]["header"]["byte_order"].as_u64().unwrap();
        json["document"]["header"]["byte_order"] = (1 - order).into();
        let node = GraphNode { scene_item_id: 99, translation: v, ..GraphNode::default() };
        json["document"]["nodes"]["list"].as_array_mut().unwrap().push(serde_json::to_value(node).unwrap());
        json["document"]["assets"]["list"].as_array_mut().unwrap().pop();
        let mut doc = crate::build(&serde_json::to_vec(&json).unwrap()).unwrap();
        doc.recount();
        let found = promises(&doc.write(), "x.bsg");
        prop_assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_model_and_back_keeps_every_byte(bsg in arb_bsg()) {
        let (files, options) = (scene::Memory::default(), crate::LoadOptions::default());
        let cx = Context { files: &files, path: "x.bsg", options: &options };
        let scene = bsg.to_scene(&cx, &mut Sink::new()).unwrap();
        let back = (FORMAT.from_scene.unwrap())(&scene, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
        prop_assert_eq!(&back[0].bytes, &bsg.to_bytes());
    }
}

#[test]
fn offsets_are_those_of_the_format_page() {
    let mut bsg = Bsg {
        nodes: Section::new(vec![GraphNode {
            scene_item_id: 130,
            translation: [1.0, 2.0, 3.0],
            opacity: 0.5,
            layer: 6,
            unknown_0x5b: 0x04030201,
            transparent: 9,
            ..GraphNode::default()
        }]),
        assets: Section::new(vec![Asset { scene_item_id: 7, asset_type: NodeType::TEXTURE }]),
        ..Bsg::default()
    };
    bsg.recount();
    let b = bsg.to_bytes();
    assert_eq!(b[..8], [0, 4, 0, 0, 0x18, 0, 0, 0]);
    assert_eq!(&b[8..16], b"AnarkBGF");
    assert_eq!(b[16..24], [2, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(b[32..48], [8, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 96, 0, 0, 0]);
    assert_eq!(b[48..57], [255, 255, 255, 255, 130, 0, 0, 0, 1]);
    assert_eq!(b[48 + 16..48 + 20], 2.0_f32.to_le_bytes(), "translation.y");
    assert_eq!(b[48 + 84..48 + 88], 0.5_f32.to_le_bytes());
    assert_eq!(b[48 + 88..48 + 96], [6, 4, 0, 1, 2, 3, 4, 9]);
    assert_eq!(b[144..], [5, 0, 0, 0, 7, 0, 0, 0, 7]);
    bsg.header.byte_order = 1;
    bsg.recount();
    let big = bsg.to_bytes();
    assert_eq!(&big[8..16], b"FGBkranA");
    assert!(promises(&big, "noname").iter().all(|f| f.code.id != "ANARK_HEADER"));
}

#[test]
fn just_cause_is_refused_with_its_version() {
    let little = b"\0\0\0\0\x1C\0\0\0AnarkBGF\x01\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0";
    let big = b"\x01\0\0\0\0\0\0\x1CFGBkranA\0\0\0\x01\0\0\0\0\x04\0\0\0\0\0\0\0";
    for bytes in [little, big] {
        for name in ["menu.agui", "menu.bsg", "menu.bgf"] {
            let e = crate::identify(bytes, name).map(|f| f.id).unwrap_err();
            assert!(e.message().contains("Just Cause 2, version 1"), "{e}");
        }
    }
}

#[test]
fn a_wrong_size_of_header_or_memory_is_found_where_it_stands() {
    let mut good = Bsg { nodes: Section::new(vec![GraphNode::default(); 2]), ..Bsg::default() };
    good.recount();
    assert!(findings(&good).is_empty(), "no id is no id twice");
    for (at, field, code) in
        [(4, "header.header_size", "ANARK_HEADER"), (0x20, "memory.size", "ANARK_SECTION_SIZE")]
    {
        for wrong in [-1_i8, 1, 8] {
            let mut bytes = good.to_bytes();
            bytes[at] = bytes[at].wrapping_add_signed(wrong);
            let found = promises(&bytes, "x.bsg");
            assert_eq!(found.len(), 1, "{field} {wrong}: {found:?}");
            assert_eq!((found[0].code.id, found[0].path.as_str()), (code, field));
            let mut doc = read(&mut Reader::new(&bytes), &mut Sink::new()).unwrap();
            rules::fix(&mut doc);
            assert_eq!(doc.to_bytes(), good.to_bytes());
        }
    }
}

#[test]
fn damaged_nodes_are_found() {
    let node = |id: u32, parent: i32| GraphNode { scene_item_id: id, parent, ..GraphNode::default() };
    let mut bsg = Bsg { nodes: Section::new(vec![node(1, 0), node(1, -2), node(3, 5)]), ..Bsg::default() };
    bsg.nodes.list[2].box_min = [5.0; 3];
    bsg.nodes.list[2].layer = 8;
    bsg.nodes.list[2].node_type = NodeType(6);
    bsg.nodes.list[2].scale[1] = f32::NAN;
    bsg.nodes.list[0].rotation_method = 5;
    bsg.nodes.list[1].rotation_method = 5;
    bsg.nodes.list[1].rotation = [1.0, 0.0, 1.0];
    bsg.recount();
    bsg.memory.nodes = 2;
    let found = findings(&bsg);
    for id in [
        "BSG_PARENT",
        "BSG_DUPLICATE_ID",
        "BSG_BOX",
        "BSG_LAYER",
        "BSG_TYPE",
        "ANARK_NOT_FINITE",
        "ANARK_COUNT",
        "BSG_ROTATION_METHOD",
    ] {
        assert!(found.iter().any(|f| f.code.id == id), "{id}: {found:?}");
    }
    let count = |id: &str| found.iter().filter(|f| f.code.id == id).count();
    assert_eq!((count("BSG_PARENT"), count("BSG_ROTATION_METHOD")), (3, 1));
    let bytes = bsg.to_bytes();
    assert_eq!(read(&mut Reader::new(&bytes), &mut Sink::new()).unwrap().to_bytes(), bytes);
}
