//! The other files of a scene: same folder, same stem.

use super::bgf::Bgf;
use super::bsg::Bsg;
use super::dae::Dae;
use super::rules::COMPANION;
use crate::Context;
use wire::{Reader, Result, Sink};

/// What is next to a file.
#[derive(Default)]
pub(super) struct Companions {
    /// Elements, animations, slides.
    pub bgf: Option<Bgf>,
    /// Transforms and bounds.
    pub bsg: Option<Bsg>,
    /// Meshes and names.
    pub dae: Option<Dae>,
}

impl Companions {
    /// Reads those of the wanted files (by extension) that are there. One that cannot be read is a finding.
    pub fn load(cx: &Context<'_>, wanted: &[&str], sink: &mut Sink) -> Self {
        let mut out = Self::default();
        for extension in wanted {
            let Some(path) = cx.files.resolve(&cx.next_to(&format!("{}.{extension}", cx.stem()))) else {
                continue;
            };
            let bytes = match cx.files.read(&path) {
                Ok(bytes) => bytes,
                Err(e) => {
                    sink.push(&COMPANION, "", format!("{}: {e}", scene::file_name(&path)));
                    continue;
                }
            };
            let mut r = Reader::new(&bytes).with_limits(cx.options.limits);
            let mut quiet = Sink::new();
            let read: Result<()> = match *extension {
                "bgf" => super::bgf::read(&mut r, &mut quiet).map(|f| out.bgf = Some(f)),
                "bsg" => super::bsg::read(&mut r, &mut quiet).map(|f| out.bsg = Some(f)),
                _ => Dae::read(&bytes).map(|f| out.dae = Some(f)),
            };
            if let Err(e) = read {
                sink.push(&COMPANION, "", format!("{}: {e}", scene::file_name(&path)));
            }
        }
        let mut broken: Vec<_> =
            out.dae.iter().flat_map(|d| &d.geometries).filter(|(_, g)| g.broken > 0).collect();
        broken.sort_by_key(|(id, _)| *id);
        for (id, geometry) in broken {
            let message = format!(
                "{}.dae: geometry {id:?}: {} polygons point to vertices that are not there and are left out",
                cx.stem(),
                geometry.broken
            );
            sink.push(&COMPANION, "", message);
        }
        out
    }
}
