//! What loading the pictures of a scene would report, without decoding them: for `validate`.

use super::budget::{Budget, Problem};
use super::find::{Found, Places, Search};
use super::{dds, decode};
use crate::Scene;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use wire::Sink;

/// Reports what [`super::load`] would: pictures that are not there, are damaged, or ask for too much. Those that are good
/// get a stand-in of a few pixels, so that writing the scene sees them.
pub fn check(scene: &mut Scene, search: &Search<'_>, sink: &mut Sink) {
    let found = super::find_all(scene, search, sink);
    let packed: HashSet<String> =
        scene.images.iter().flat_map(|i| &i.channels).map(|c| c.file.clone()).collect();
    let mut look = Look {
        places: Places::new(search),
        limit: search.limit,
        budget: Budget::new(search.limit),
        known: HashMap::new(),
    };
    let stand_in: Arc<[u8]> = super::one_color([255; 3]).into();
    // Those that are pictures already come first, those that are made of several files last: the order of loading.
    for packs in [false, true] {
        for (i, (image, found)) in scene.images.iter_mut().zip(&found).enumerate() {
            if image.data.is_some() || image.channels.is_empty() == packs {
                continue;
            }
            let files: Vec<(String, Found)> = if packs {
                let mut find = |file: &String| Some((file.clone(), look.places.find(file)?));
                image.channels.iter().filter_map(|c| find(&c.file)).collect()
            } else {
                let alone = found.clone().filter(|_| !packed.contains(&image.file));
                alone.map(|f| (image.file.clone(), f)).into_iter().collect()
            };
            let Some(first) = files.first().map(|(_, f)| look.places.display(f)) else { continue };
            let bad = files.iter().find_map(|(name, f)| Some((name, look.at(f)?)));
            if let Some((name, problem)) = bad {
                sink.push(problem.code(), format!("images[{i}]"), format!("texture {name:?}: {problem}"));
            } else {
                image.found = Some(first);
                image.data = Some(stand_in.clone());
                "image/png".clone_into(&mut image.mime);
            }
        }
    }
}

/// Files that were looked at.
struct Look<'a> {
    places: Places<'a>,
    limit: u64,
    budget: Budget,
    known: HashMap<Found, Option<Problem>>,
}

impl Look<'_> {
    /// What is wrong with a file, looked at once.
    fn at(&mut self, found: &Found) -> Option<Problem> {
        if let Some(known) = self.known.get(found) {
            return known.clone();
        }
        let problem = self.new_at(found).err();
        self.known.insert(found.clone(), problem.clone());
        problem
    }

    fn new_at(&mut self, found: &Found) -> Result<(), Problem> {
        if let Some((start, size)) = self.places.start(found).filter(|(s, _)| s.starts_with(b"DDS ")) {
            let need = decode::size(&start, &found.path, self.limit)?;
            self.budget.charge(Budget::excess(need, usize::try_from(size).unwrap_or(usize::MAX)))?;
            return Ok(dds::whole(&start, size)?);
        }
        let bytes = self.places.read(found, self.limit)?;
        let need = decode::size(&bytes, &found.path, self.limit)?;
        self.budget.charge(Budget::excess(need, bytes.len()))?;
        decode::whole(&bytes, &found.path, self.limit)
    }
}
