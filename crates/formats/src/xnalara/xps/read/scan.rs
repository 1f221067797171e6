//! Which layout a file really has: a structural scan by what the version promises, then by every known alternative.

use super::super::types::vertices::Vertices;
use super::super::types::{Layout, Tangents, WeightLayout, is_old};
use crate::xnalara::net::{NetString, Prefix};
use wire::{Reader, Result, codes};

/// `Generic Item 2`.
pub const MAGIC: u32 = 323_232;

/// What a scan found.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The layout that fits.
    pub layout: Layout,
    /// How lengths of strings are stored.
    pub prefix: Prefix,
    /// Bytes of the vertices of each mesh.
    pub vertex_bytes: Vec<usize>,
    /// Position after the last mesh.
    pub end: usize,
    /// Number of bones.
    pub bones: usize,
    /// Every name is made of printable characters.
    pub readable: bool,
    /// Every index names a vertex.
    pub indices_fit: bool,
}

impl Reading {
    /// Whether there is anything in the file at all.
    pub fn is_empty(&self) -> bool {
        self.bones == 0 && self.vertex_bytes.is_empty()
    }
}

/// One thing to try.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Candidate {
    tangents: Tangents,
    counted: bool,
    /// Weights although there are no bones.
    boneless: WeightLayout,
    position_twice: bool,
    bone_block: bool,
    prefix: Prefix,
}

/// The version, without moving.
pub fn peek_version(r: &Reader<'_>) -> Option<(u16, u16)> {
    let mut p = r.fork();
    (p.u32().ok()? == MAGIC).then_some(())?;
    Some((p.u16().ok()?, p.u16().ok()?))
}

/// Finds the layout of the file that `r` stands at the start of.
pub fn plan(r: &Reader<'_>) -> Result<Reading> {
    let version = peek_version(r);
    let mut first_error = None;
    let mut fallback: Option<Reading> = None;
    for candidate in candidates(version) {
        match scan(r.fork(), version, candidate) {
            Ok(plan) if ends_well(r, plan.end) && plan.indices_fit => return Ok(plan),
            Ok(plan) => {
                let better = |old: &Reading| rank(&plan, r) > rank(old, r);
                if fallback.as_ref().is_none_or(better) {
                    fallback = Some(plan);
                }
            }
            Err(e) => {
                first_error.get_or_insert(e);
            }
        }
    }
    match fallback {
        // Without signature and without a clean end only a file that makes sense otherwise is one of ours.
        Some(plan) if version.is_some() || ends_well(r, plan.end) || (plan.readable && !plan.is_empty()) => {
            Ok(plan)
        }
        _ => Err(first_error.unwrap_or_else(|| {
            r.error(&codes::VALUE, "no known layout fits: this is not an XNALara model, or it is damaged")
        })),
    }
}

fn rank(plan: &Reading, r: &Reader<'_>) -> (bool, bool, bool) {
    (ends_well(r, plan.end), plan.indices_fit, plan.readable)
}

fn ends_well(r: &Reader<'_>, end: usize) -> bool {
    let mut f = r.fork();
    f.seek(end as u64).is_ok() && (f.is_empty() || super::trailer(&mut f).is_ok_and(|_| f.is_empty()))
}

fn candidates(version: Option<(u16, u16)>) -> Vec<Candidate> {
    use Tangents::{None, PerLayer, Single};
    let prior = Layout::of_version(version, true);
    let other = if prior.tangents == None { PerLayer } else { None };
    let counted = prior.weights == WeightLayout::Counted;
    // Tangents, counted weights, position twice: by how likely they are.
    let shapes = [
        (prior.tangents, counted, false),
        (other, counted, false),
        (Single, counted, false),
        (None, counted, true),
        (prior.tangents, !counted, false),
        (other, !counted, false),
        (None, !counted, true),
    ];
    let mut out = Vec::new();
    for prefix in [Prefix::SevenBit, Prefix::SingleByte] {
        for bone_block in [true, false] {
            for (tangents, counted, position_twice) in shapes {
                let boneless: &[WeightLayout] = match (bone_block, counted) {
                    (_, true) => &[WeightLayout::None, WeightLayout::Counted, WeightLayout::CountOnly],
                    (false, false) => &[WeightLayout::None, WeightLayout::Fixed],
                    (true, false) => &[WeightLayout::None],
                };
                for boneless in boneless {
                    out.push(Candidate {
                        tangents,
                        counted,
                        boneless: *boneless,
                        position_twice,
                        bone_block,
                        prefix,
                    });
                }
            }
        }
    }
    out
}

fn scan(mut r: Reader<'_>, version: Option<(u16, u16)>, c: Candidate) -> Result<Reading> {
    if version.is_some() {
        r.take(8)?;
        r.field("header", |r| skim_header(r, c.prefix))?;
    }
    let mut readable = true;
    let bones = if c.bone_block { r.field("bones", |r| skim_bones(r, c.prefix, &mut readable))? } else { 0 };
    // Alternatives for models without bones say nothing new about models with bones.
    if bones > 0 && c.boneless != WeightLayout::None {
        return Err(r.error(&codes::VALUE, "the model has bones"));
    }
    let weights = match (bones, c.counted) {
        (0, _) => c.boneless,
        (_, true) => WeightLayout::Counted,
        (_, false) => WeightLayout::Fixed,
    };
    let mut layout =
        Layout { tangents: c.tangents, weights, position_twice: c.position_twice, bone_block: c.bone_block };
    let mut plan = Reading {
        layout,
        prefix: c.prefix,
        vertex_bytes: Vec::new(),
        end: 0,
        bones,
        readable,
        indices_fit: true,
    };
    let mut votes = Votes::default();
    r.field("meshes", |r| {
        let n = r.field("count", |r| r.count_u32(17))?;
        r.list_with(n, 17, |r, _| skim_mesh(r, &mut plan, &mut votes)).map(|_| ())
    })?;
    if votes.interleaved() {
        layout.tangents = Tangents::Interleaved;
        plan.layout = layout;
    }
    plan.end = r.position();
    Ok(plan)
}

fn skim_header(r: &mut Reader<'_>, prefix: Prefix) -> Result<()> {
    r.field("tool", |r| NetString::skim(r, prefix))?;
    let words = r.field("settings_words", |r| r.count_u32(4))?;
    r.field("machine", |r| NetString::skim(r, prefix))?;
    r.field("user", |r| NetString::skim(r, prefix))?;
    r.field("files", |r| NetString::skim(r, prefix))?;
    r.field("settings", |r| r.take(words.saturating_mul(4)))?;
    Ok(())
}

fn skim_bones(r: &mut Reader<'_>, prefix: Prefix, readable: &mut bool) -> Result<usize> {
    let n = r.field("count", |r| r.count_u32(15))?;
    for i in 0..n {
        r.index(i, |r| {
            *readable &= is_readable(r.field("name", |r| NetString::skim(r, prefix))?);
            r.field("position", |r| r.take(14)).map(|_| ())
        })?;
    }
    Ok(n)
}

fn skim_mesh(r: &mut Reader<'_>, plan: &mut Reading, votes: &mut Votes) -> Result<()> {
    let prefix = plan.prefix;
    plan.readable &= is_readable(r.field("name", |r| NetString::skim(r, prefix))?);
    let uv_layers = r.field("uv_layers", |r| {
        let n = r.u32()?;
        plan.layout
            .fixed_size(n)
            .map(|_| n)
            .ok_or_else(|| r.error(&codes::VALUE, format!("{n} UV layers; at most 32 make sense")))
    })?;
    let textures = r.field("textures", |r| r.count_u32(5))?;
    for i in 0..textures {
        r.field("textures", |r| {
            r.index(i, |r| {
                plan.readable &= is_readable(NetString::skim(r, prefix)?);
                r.u32()
            })
        })?;
    }
    let fixed = plan.layout.fixed_size(uv_layers).unwrap_or(28);
    let count = r.field("vertices", |r| skim_vertices(r, plan, fixed, uv_layers, votes))?;
    r.field("triangles", |r| {
        let n = r.count_u32(12)?;
        let bytes = r.take(n.saturating_mul(12))?;
        let highest = bytes.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b)).max();
        plan.indices_fit &= highest.is_none_or(|h| (h as usize) < count);
        Ok(())
    })
}

fn skim_vertices(
    r: &mut Reader<'_>,
    plan: &mut Reading,
    fixed: usize,
    uv_layers: u32,
    votes: &mut Votes,
) -> Result<usize> {
    let weights = plan.layout.weights;
    let least = Vertices::step(&[0; 4096], fixed.min(4000), weights).unwrap_or(fixed);
    let count = r.field("count", |r| r.count_u32(least))?;
    let rest = r.rest();
    let bytes = match weights {
        WeightLayout::Counted => {
            let mut at = 0_usize;
            for v in 0..count {
                let left = rest.get(at..).unwrap_or_default();
                match Vertices::step(left, fixed, weights) {
                    Some(step) if step <= left.len() => at += step,
                    _ => return r.index(v, |r| r.take(left.len().saturating_add(1))).map(|_| 0),
                }
            }
            at
        }
        _ => count.saturating_mul(least),
    };
    let taken = r.take(bytes)?;
    if uv_layers >= 2 && plan.layout.tangents == Tangents::PerLayer && weights != WeightLayout::Counted {
        votes.look(taken, least, fixed, uv_layers as usize);
    }
    plan.vertex_bytes.push(bytes);
    Ok(count)
}

/// Two orders of tangents take the same bytes: which one gives unit vectors with a sign after them?
#[derive(Debug, Default)]
struct Votes {
    seen: usize,
    grouped: usize,
    interleaved: usize,
}

impl Votes {
    fn look(&mut self, bytes: &[u8], stride: usize, fixed: usize, layers: usize) {
        let uv0 = fixed - 24 * layers;
        for v in bytes.chunks_exact(stride.max(1)).take(4096) {
            let good = |at: usize| v.get(at..).and_then(<[u8]>::first_chunk::<16>).is_some_and(is_tangent);
            self.seen += 1;
            self.grouped += usize::from((0..layers).all(|i| good(uv0 + 8 * layers + 16 * i)));
            self.interleaved += usize::from((0..layers).all(|i| good(uv0 + 24 * i + 8)));
        }
    }

    fn interleaved(&self) -> bool {
        self.interleaved * 10 >= self.seen * 9 && self.seen > 0 && self.grouped * 2 < self.seen
    }
}

fn is_tangent(bytes: &[u8; 16]) -> bool {
    let [x, y, z, w] = zerocopy::transmute!(*bytes);
    let [x, y, z, w] = [x, y, z, w].map(f32::from_le_bytes);
    (x * x + y * y + z * z - 1.0).abs() < 0.02 && w.abs() == 1.0
}

/// Text somebody typed: no control characters.
fn is_readable(name: &[u8]) -> bool {
    name.iter().all(|b| *b >= 0x20 || matches!(b, b'\t'))
}

/// Whether the version means an old settings block.
pub fn old_settings(version: (u16, u16)) -> bool {
    is_old(version.0, version.1)
}
