//! Other names for bones.

use crate::{Scene, codes::BONE_MAP};
use std::collections::{HashMap, HashSet};
use wire::Sink;

/// Renames nodes by `old;new` lines; `#` starts a comment. Nodes that belong to a renamed one (`old#scale`,
/// `old#mesh`) follow. Returns how many nodes were renamed. A new name that is taken is a finding.
pub fn bone_map(scene: &mut Scene, text: &str, sink: &mut Sink) -> usize {
    let mut map: HashMap<&str, &str> = HashMap::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once(';').map(|(a, b)| (a.trim(), b.trim())) {
            Some((old, new)) if !old.is_empty() && !new.is_empty() => drop(map.insert(old, new)),
            _ => sink.push(&BONE_MAP, format!("line {}", i + 1), format!("{line:?} is not old;new")),
        }
    }
    let renamed = |name: &str| {
        if let Some(new) = map.get(name) {
            return Some((*new).to_owned());
        }
        let (owner, suffix) = name.rsplit_once('#')?;
        map.get(owner).map(|new| format!("{new}#{suffix}"))
    };
    let mut taken: HashSet<String> =
        scene.nodes.iter().filter(|n| renamed(&n.name).is_none()).map(|n| n.name.clone()).collect();
    let mut count = 0;
    for (i, node) in scene.nodes.iter_mut().enumerate() {
        let Some(new) = renamed(&node.name).filter(|new| *new != node.name) else { continue };
        if !taken.insert(new.clone()) {
            let message = format!("{:?} cannot become {new:?}, another node has that name", node.name);
            sink.push(&BONE_MAP, format!("nodes[{i}]"), message);
            continue;
        }
        node.name = new;
        node.raw_name = None;
        count += 1;
    }
    let fits = |name: &String| map.contains_key(name.as_str()) || map.values().any(|new| new == name);
    if !map.is_empty() && count == 0 && !scene.nodes.iter().any(|n| fits(&n.name)) {
        sink.push(&BONE_MAP, "", format!("none of its {} names is a bone of this model", map.len()));
    }
    count
}
