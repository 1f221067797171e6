use super::layout::{Card, layout};
use super::*;
use crate::anark::bgp::{Action, State, Transition};
use crate::anark::value::CString;

/// A plan with `n` states: a hub, chains, ways back, loops, a missing target and names XML does not like.
fn plan(n: usize) -> Bgp {
    let name = |i: usize| if i == 3 { "<options> & \"more\"".to_owned() } else { format!("state{i}") };
    let way = |event: &str, to: &str| Transition {
        to_state: CString::new(to),
        event: CString::new(event),
        actions: Vec::new(),
    };
    let action =
        |verb: &str, i: usize| Action { verb: CString::new(verb), asset: CString::new(&format!("scene{i}")) };
    let states = (0..n)
        .map(|i| {
            let mut transitions = vec![way("onBack", &name(i / 4))];
            transitions.extend(
                (1..=4).map(|k| 4 * i + k).filter(|t| *t < n).map(|t| way(&format!("onGo{t}"), &name(t))),
            );
            if i % 7 == 3 {
                transitions.push(way("onRepeat", &name(i)));
                transitions.push(way("onHome", &name(0)));
            }
            if i == 5 {
                transitions.push(way("onLost", "nowhere"));
            }
            State {
                id: CString::new(&name(i)),
                prelude: vec![action("show", i)],
                transitions,
                postlude: vec![action("hide", i)],
            }
        })
        .collect();
    Bgp { states, ..Bgp::default() }
}

#[test]
fn fifty_states_are_well_formed_and_complete() {
    let plan = plan(50);
    let svg = draw(&plan, Kind::Svg);
    let mut reader = quick_xml::Reader::from_str(&svg);
    let (mut texts, mut depth) = (Vec::new(), 0);
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Start(_) => depth += 1,
            quick_xml::events::Event::End(_) => depth -= 1,
            quick_xml::events::Event::Text(t) => texts.push(t.to_string()),
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    for i in (0..50).filter(|i| *i != 3) {
        assert!(texts.iter().any(|t| *t == format!("state{i}")), "state{i}");
    }
    assert!(svg.contains("&lt;options&gt; &amp; &quot;more&quot;"));
    assert!(svg.contains("nowhere (missing)"));
    assert_eq!(svg, draw(&plan, Kind::Svg), "the same every time");
    if let Ok(dir) = std::env::var("XENOMESH_DRAWINGS") {
        std::fs::write(format!("{dir}/fifty.svg"), &svg).unwrap();
        std::fs::write(format!("{dir}/fifty.dot"), draw(&plan, Kind::Dot)).unwrap();
        std::fs::write(format!("{dir}/fifty.mmd"), draw(&plan, Kind::Mmd)).unwrap();
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/anark/menu.bgp");
        if let Ok(bytes) = std::fs::read(sample) {
            let plan = Bgp::read(&mut wire::Reader::new(&bytes)).unwrap();
            std::fs::write(format!("{dir}/menu.svg"), draw(&plan, Kind::Svg)).unwrap();
            std::fs::write(format!("{dir}/menu.dot"), draw(&plan, Kind::Dot)).unwrap();
            std::fs::write(format!("{dir}/menu.mmd"), draw(&plan, Kind::Mmd)).unwrap();
        }
    }
}

#[test]
fn boxes_do_not_overlap() {
    let cards: Vec<Card> = (0..60)
        .map(|i| Card {
            width: 100.0 + (i * 37 % 80) as f64,
            height: 40.0 + (i * 53 % 120) as f64,
            entry: 15.0,
            exits: [i * 3 + 1, i / 2, i * 7 % 60, i]
                .into_iter()
                .filter(|t| *t < 60)
                .map(|t| (t, 30.0))
                .collect(),
        })
        .collect();
    let picture = layout(&cards);
    for (i, (a, (ax, ay))) in cards.iter().zip(&picture.places).enumerate() {
        assert!(*ax >= 0.0 && *ay >= 0.0 && ax + a.width <= picture.width && ay + a.height <= picture.height);
        for (b, (bx, by)) in cards.iter().zip(&picture.places).skip(i + 1) {
            let apart =
                ax + a.width <= *bx || bx + b.width <= *ax || ay + a.height <= *by || by + b.height <= *ay;
            assert!(apart, "boxes overlap");
        }
    }
    assert!(picture.pieces.iter().any(|p| p.arrow));
}

#[test]
fn huge_plans_end() {
    // A chain whose every state leads back to every hundredth: more lanes than anybody wants.
    let cards: Vec<Card> = (0..3000_usize)
        .map(|i| Card {
            width: 10.0,
            height: 10.0,
            entry: 5.0,
            exits: [i + 1, i / 2, i.saturating_sub(1)]
                .into_iter()
                .filter(|t| *t < 3000)
                .map(|t| (t, 5.0))
                .collect(),
        })
        .collect();
    assert!(layout(&cards).pieces.len() < 400_000);
}

#[test]
fn text_drawings() {
    let plan = plan(6);
    let dot = draw(&plan, Kind::Dot);
    assert!(dot.contains("s0 -> s1 [label=\"onGo1\"]"), "{dot}");
    assert!(dot.contains("s3 [label=\"<options> & \\\"more\\\"\\n+ show scene3\\n− hide scene3\"]"), "{dot}");
    let mmd = draw(&plan, Kind::Mmd);
    assert!(mmd.starts_with("stateDiagram-v2\n") && mmd.contains("s0 --> s1 : onGo1"), "{mmd}");
    assert!(!mmd.contains('"') || mmd.lines().all(|l| l.matches('"').count() % 2 == 0));
}
