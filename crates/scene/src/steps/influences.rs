//! Fewer influences a vertex.

use crate::{Influences, Scene};

/// Keeps the strongest `most` influences of every vertex and scales them to the sum there was before. Returns how
/// many vertices lost some.
pub fn max_influences(scene: &mut Scene, most: usize) -> usize {
    let all = scene.meshes.iter_mut().filter_map(|m| m.influences.as_mut());
    all.map(|influences| limit(influences, most.max(1))).sum()
}

fn limit(influences: &mut Influences, most: usize) -> usize {
    let widest = influences.starts.array_windows().map(|[a, b]| b.saturating_sub(*a)).max().unwrap_or(0);
    if widest as usize <= most {
        return 0;
    }
    let vertices = influences.starts.len().saturating_sub(1);
    let mut made = Influences { starts: vec![0], ..Influences::default() };
    let mut reduced = 0;
    let mut list: Vec<(u16, f32)> = Vec::new();
    for v in 0..vertices {
        list.clear();
        for (joint, weight) in influences.of(v) {
            match list.iter_mut().find(|(j, _)| *j == joint) {
                Some((_, sum)) => *sum += weight,
                None => list.push((joint, weight)),
            }
        }
        if list.iter().filter(|(_, w)| *w > 0.0).count() > most {
            reduced += 1;
        }
        if list.len() > most {
            let sum: f64 = list.iter().map(|(_, w)| f64::from(*w)).sum();
            list.sort_by(|a, b| b.1.total_cmp(&a.1));
            list.truncate(most);
            let kept: f64 = list.iter().map(|(_, w)| f64::from(*w)).sum();
            if kept > 0.0 {
                for (_, w) in &mut list {
                    *w = (f64::from(*w) * sum / kept) as f32;
                }
            }
        }
        made.joints.extend(list.iter().map(|(j, _)| *j));
        made.weights.extend(list.iter().map(|(_, w)| *w));
        made.starts.push(made.joints.len() as u32);
    }
    *influences = made;
    reduced
}
