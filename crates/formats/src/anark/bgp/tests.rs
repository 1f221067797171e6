use super::*;
use crate::anark::bgf::tests::{findings, promises};
use crate::anark::value::CString;
use proptest::collection::vec;
use proptest::prelude::*;

fn action(verb: &str, asset: &str) -> Action {
    Action { verb: CString::new(verb), asset: CString::new(asset) }
}

fn way(event: &str, to: &str) -> Transition {
    Transition { to_state: CString::new(to), event: CString::new(event), actions: Vec::new() }
}

/// Two states that show two scenes.
fn small() -> Bgp {
    let asset = |id: &str| Asset {
        asset_type: CString::new("gameface"),
        id: CString::new(id),
        bgf_path: CString::new(&format!("ui/{id}.bgf")),
    };
    let state = |id: &str, shows: &str, to: &str| State {
        id: CString::new(id),
        prelude: vec![action("show", shows)],
        transitions: vec![way("next", to)],
        postlude: vec![action("hide", shows)],
    };
    Bgp {
        assets: vec![asset("a"), asset("b")],
        states: vec![state("one", "a", "two"), state("two", "b", "one")],
        ..Bgp::default()
    }
}

/// Any valid plan: states in a ring, assets all shown.
fn arb_bgp() -> impl Strategy<Value = Bgp> {
    let verb = prop::sample::select(rules::VERBS.to_vec());
    let actions = move || vec((verb.clone(), any::<u8>()), 0..4);
    let state = (actions(), vec((any::<u8>(), "[a-z]{1,8}", actions()), 0..4), actions());
    (1..6_usize, vec(state, 1..8), any::<bool>()).prop_map(|(assets, states, big)| {
        let asset = |i: usize| format!("asset{}", i % assets);
        let list =
            |l: Vec<(&str, u8)>| l.into_iter().map(|(v, a)| action(v, &asset(a.into()))).collect::<Vec<_>>();
        let n = states.len();
        let mut out = Bgp { byte_order: u8::from(big), ..Bgp::default() };
        out.assets = (0..assets)
            .map(|i| Asset {
                asset_type: CString::new("x"),
                id: CString::new(&asset(i)),
                bgf_path: CString::new("p"),
            })
            .collect();
        for (i, (prelude, ways, postlude)) in states.into_iter().enumerate() {
            let mut transitions: Vec<Transition> = ways
                .into_iter()
                .map(|(to, event, actions)| Transition {
                    actions: list(actions),
                    ..way(&event, &format!("state{}", usize::from(to) % n))
                })
                .collect();
            transitions.push(way("next", &format!("state{}", (i + 1) % n)));
            let id = CString::new(&format!("state{i}"));
            out.states.push(State { id, prelude: list(prelude), transitions, postlude: list(postlude) });
        }
        out.states[0].prelude.extend((0..assets).map(|i| action("show", &asset(i))));
        out
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn valid_files_keep_every_promise(bgp in arb_bgp()) {
        // No signature: found by content, whatever it is called.
        let found = promises(&bgp.to_bytes(), "menu.dat");
        prop_assert!(found.is_empty(), "{found:?}");
        for kind in ["svg", "dot", "mmd"] {
            let drawn = bgp.draw(kind).unwrap();
            prop_assert_eq!(&drawn, &bgp.draw(kind).unwrap());
        }
    }

    #[test]
    fn odd_strings_survive(mut bgp in arb_bgp(), odd in vec(any::<u8>(), 0..6), more in vec(any::<u8>(), 0..3)) {
        bgp.states[0].id = CString(odd.into());
        bgp.trailing = more;
        let bytes = bgp.to_bytes();
        let _ = promises(&bytes, "x.bgp");
        let _ = bgp.draw("svg");
        let mut fixed = bgp.clone();
        rules::fix(&mut fixed);
        prop_assert!(findings(&fixed).iter().all(|f| !f.fixable));
    }
}

#[test]
fn layout_of_the_first_bytes() {
    let bytes = small().to_bytes();
    assert_eq!(bytes[..9], [0, 2, 0, 0, 0, 9, 0, 0, 0]);
    assert_eq!(&bytes[9..18], b"gameface\0", "the terminator is part of the length");
    let mut big = small();
    big.byte_order = 1;
    assert_eq!(big.to_bytes()[..9], [1, 0, 0, 0, 2, 0, 0, 0, 9]);
}

#[test]
fn other_bytes_are_no_plan() {
    for other in [&[0; 9][..], &[0; 64], b"", &[1, 0, 0, 0, 0, 0, 0, 0, 0], b"\0\x01\0\0\0"] {
        assert_eq!(crate::identify(other, "x.bin").map(|f| f.id).ok(), None);
    }
    assert_eq!(crate::identify(&[0; 9], "x.bgp").unwrap().id, "bgp");
    assert_eq!(crate::identify(&small().to_bytes(), "x.bin").unwrap().id, "bgp");
}

#[test]
fn every_rule_speaks() {
    // That its scenes are not there is only worth a note.
    assert!(findings(&small()).iter().all(|f| f.code.id == "BGP_SCENE_MISSING"));
    let mut bgp = small();
    bgp.states[0].prelude[0].verb = CString::new("explode");
    bgp.states[0].postlude[0].asset = CString::new("c");
    bgp.states[0].transitions[0].to_state = CString::new("three");
    bgp.assets[1].id = CString::new("a");
    bgp.states[1].id = CString(wire::Text(b"two".to_vec()));
    bgp.trailing = vec![0];
    let found = findings(&bgp);
    for (id, path) in [
        ("BGP_VERB", "states[0].prelude[0].verb"),
        ("BGP_ASSET", "states[0].postlude[0].asset"),
        ("BGP_STATE", "states[0].transitions[0].to_state"),
        ("BGP_DUPLICATE", "assets[1].id"),
        ("BGP_UNREACHABLE", "states[1].id"),
        ("BGP_NEVER_SHOWN", "assets[0].id"),
        ("BGP_TERMINATOR", "states[1].id"),
        ("ANARK_TRAILING", "trailing"),
    ] {
        assert!(found.iter().any(|f| f.code.id == id && f.path == path), "{id}: {found:?}");
    }
}

#[test]
fn a_plan_is_no_model_and_says_what_is() {
    let (files, options) = (scene::Memory::default(), crate::LoadOptions::default());
    let cx = Context { files: &files, path: "menu.bgp", options: &options };
    let e = small().to_scene(&cx, &mut Sink::new()).unwrap_err();
    assert_eq!(e.code().id, "BGP_NO_MODEL");
    assert!(e.message().contains("svg, dot or mmd") && e.message().contains("ui/a.bgf, ui/b.bgf"), "{e}");
}
