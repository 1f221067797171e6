//! The state machine that shows the menu.

use formats::anark::bgp::{Action, Asset, Bgp, State, Transition};
use formats::anark::value::CString;

/// Eight states over six scenes.
pub fn plan() -> Bgp {
    let action =
        |(verb, asset): &(&str, &str)| Action { verb: CString::new(verb), asset: CString::new(asset) };
    let actions = |list: &[(&str, &str)]| list.iter().map(action).collect::<Vec<_>>();
    let state = |id: &str, shown: &[(&str, &str)], ways: &[(&str, &str)], left: &[(&str, &str)]| State {
        id: CString::new(id),
        prelude: actions(shown),
        transitions: ways
            .iter()
            .map(|(event, to)| Transition {
                to_state: CString::new(to),
                event: CString::new(event),
                actions: if *event == "onQuit" { actions(&[("kill", "hud")]) } else { Vec::new() },
            })
            .collect(),
        postlude: actions(left),
    };
    let asset = |id: &str| Asset {
        asset_type: CString::new("gameface"),
        id: CString::new(id),
        bgf_path: CString::new(&format!("ui/scenes/{id}.bgf")),
    };
    Bgp {
        assets: ["intro", "main", "options", "credits", "hud", "pause"].into_iter().map(asset).collect(),
        states: vec![
            state(
                "intro",
                &[("preload", "main"), ("show", "intro")],
                &[("onDone", "main"), ("onSkip", "main")],
                &[("kill", "intro")],
            ),
            state(
                "main",
                &[("show", "main")],
                &[
                    ("onStart", "game"),
                    ("onOptions", "options"),
                    ("onCredits", "credits"),
                    ("onQuit", "intro"),
                ],
                &[("hide", "main")],
            ),
            state(
                "options",
                &[("show", "options")],
                &[("onVideo", "video"), ("onAudio", "audio"), ("onBack", "main")],
                &[("hide", "options")],
            ),
            state(
                "video",
                &[("show", "options"), ("lockupdate", "options")],
                &[("onBack", "options"), ("onApply", "video")],
                &[("unlockupdate", "options")],
            ),
            state("audio", &[("show", "options")], &[("onBack", "options")], &[]),
            state("credits", &[("show", "credits")], &[("onBack", "main")], &[("kill", "credits")]),
            state("game", &[("show", "hud")], &[("onPause", "pause")], &[]),
            state(
                "pause",
                &[("pause", "hud"), ("show", "pause")],
                &[("onResume", "game"), ("onQuit", "main")],
                &[("hide", "pause"), ("resume", "hud")],
            ),
        ],
        ..Bgp::default()
    }
}
