//! The bytes of an ANI file as structs, both directions.

use super::rules::{KEY_OFFSET, VERSION};
use crate::egosoft::fixed::Fixed;
use serde::{Deserialize, Serialize};
use wire::{Error, Reader, Result, Wire, Writer, record};

/// Bytes of the header.
pub const HEADER_SIZE: usize = 16;
/// Bytes of a description.
pub const DESC_SIZE: usize = 160;
/// Bytes of a key.
pub const KEY_SIZE: usize = 128;

record! {
    /// The first 16 bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Header {
        /// Number of animations.
        pub num_anims: i32,
        /// Where keys start; 0 in an empty file.
        pub key_offset: i32,
        /// Always 1.
        pub version: i32,
        /// Zero.
        pub zero: i32,
    }
}

record! {
    /// Which part moves, when, and how many keys it has.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Description {
        /// The part; text after the first space is not part of it.
        pub name: Fixed<64>,
        /// What it is for: `loop`, `landinggears_activating`.
        pub subname: Fixed<64>,
        /// Position keys.
        pub num_pos: i32,
        /// Rotation keys.
        pub num_rot: i32,
        /// Scale keys.
        pub num_scale: i32,
        /// Keys of the stretch rotation before the scale.
        pub num_pre_scale: i32,
        /// Keys of the stretch rotation after the scale.
        pub num_post_scale: i32,
        /// Seconds.
        #[serde(with = "wire::exact")]
        pub duration: f32,
        /// Zero.
        pub zero: [i32; 2],
    }
}

impl Description {
    /// The name of the part.
    pub fn part(&self) -> &[u8] {
        let name = self.name.trimmed();
        name.split(|b| *b == b' ').next().unwrap_or(name)
    }
}

record! {
    /// One key of three axes.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    pub struct Key {
        /// x, y, z; angles in radians.
        #[serde(with = "wire::exact")]
        pub value: [f32; 3],
        /// How each axis goes on from here.
        pub interpolation: [i32; 3],
        /// Seconds.
        #[serde(with = "wire::exact")]
        pub time: f32,
        /// Two control points (time, value) for each axis.
        #[serde(with = "wire::exact")]
        pub control: [[[f32; 2]; 2]; 3],
        /// Kochanek–Bartels.
        #[serde(with = "wire::exact")]
        pub tension: f32,
        /// Kochanek–Bartels.
        #[serde(with = "wire::exact")]
        pub continuity: f32,
        /// Kochanek–Bartels.
        #[serde(with = "wire::exact")]
        pub bias: f32,
        /// Not used by any tool.
        #[serde(with = "wire::exact")]
        pub ease_in: f32,
        /// Not used by any tool.
        #[serde(with = "wire::exact")]
        pub ease_out: f32,
        /// Whether the next two say something.
        pub derivatives_valid: i32,
        /// Slope before the key.
        #[serde(with = "wire::exact")]
        pub deriv_in: [f32; 3],
        /// Slope after the key.
        #[serde(with = "wire::exact")]
        pub deriv_out: [f32; 3],
        /// Meaning unknown.
        pub angle_key: u32,
    }
}

impl Default for Key {
    fn default() -> Self {
        Self {
            value: [0.0; 3],
            interpolation: [2; 3],
            time: 0.0,
            control: [[[0.0; 2]; 2]; 3],
            tension: 0.0,
            continuity: 0.0,
            bias: 0.0,
            ease_in: 0.0,
            ease_out: 0.0,
            derivatives_valid: 0,
            deriv_in: [0.0; 3],
            deriv_out: [0.0; 3],
            angle_key: 0,
        }
    }
}

/// One animation of one part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Anim {
    /// Which part, when.
    #[serde(flatten)]
    pub desc: Description,
    /// Position, added to the part's own.
    pub pos: Vec<Key>,
    /// Rotation, Euler angles.
    pub rot: Vec<Key>,
    /// Scale, multiplied with the part's own.
    pub scale: Vec<Key>,
    /// Stretch rotation before the scale.
    pub pre_scale: Vec<Key>,
    /// Stretch rotation after the scale.
    pub post_scale: Vec<Key>,
}

impl Anim {
    fn counts(&self) -> [i32; 5] {
        let d = &self.desc;
        [d.num_pos, d.num_rot, d.num_scale, d.num_pre_scale, d.num_post_scale]
    }

    /// The same, changeable.
    pub fn lists_mut(&mut self) -> [&mut Vec<Key>; 5] {
        [&mut self.pos, &mut self.rot, &mut self.scale, &mut self.pre_scale, &mut self.post_scale]
    }

    /// The key lists in file order.
    pub fn lists(&self) -> [&Vec<Key>; 5] {
        [&self.pos, &self.rot, &self.scale, &self.pre_scale, &self.post_scale]
    }
}

/// Names of the key lists, as in paths.
const LISTS: [&str; 5] = ["pos", "rot", "scale", "pre_scale", "post_scale"];

/// A file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ani {
    /// The first 16 bytes.
    pub header: Header,
    /// Animations.
    pub anims: Vec<Anim>,
    /// Bytes between descriptions and keys.
    #[serde(with = "wire::exact::hex", default)]
    pub gap: Vec<u8>,
    /// Bytes after the last key.
    #[serde(with = "wire::exact::hex", default)]
    pub tail: Vec<u8>,
}

impl Ani {
    /// A file with no animation, as the game's tools write it.
    pub fn empty() -> Self {
        let header = Header { num_anims: 0, key_offset: 0, version: 1, zero: 0 };
        Self { header, anims: Vec::new(), gap: Vec::new(), tail: Vec::new() }
    }

    /// Reads a whole file.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let header: Header = r.field("header", Reader::get)?;
        if header.version != 1 {
            let e = Error::at(&VERSION, 8, format!("version {}, 1 is the only one known", header.version));
            return Err(e.in_field("version").in_field("header"));
        }
        let n = usize::try_from(header.num_anims).map_err(|_| {
            Error::at(&wire::codes::VALUE, 0, format!("{} animations", header.num_anims))
                .in_field("num_anims")
                .in_field("header")
        })?;
        let descs = r.field("anims", |r| r.list::<Description>(n))?;
        let gap = read_gap(r, &header)?;
        let mut anims = Vec::with_capacity(descs.len());
        for (i, desc) in descs.into_iter().enumerate() {
            anims.push(r.field("anims", |r| r.index(i, |r| read_keys(r, desc)))?);
        }
        let tail = r.field("tail", |r| r.take(r.remaining()))?.to_vec();
        Ok(Self { header, anims, gap, tail })
    }

    /// The bytes.
    pub fn write(&self) -> Vec<u8> {
        let keys: usize = self.anims.iter().flat_map(Anim::lists).map(Vec::len).sum();
        let size =
            HEADER_SIZE + self.anims.len() * DESC_SIZE + keys * KEY_SIZE + self.gap.len() + self.tail.len();
        let mut w = Writer::with_capacity(wire::Endian::Little, size);
        w.put(&self.header);
        w.put_all(self.anims.iter().map(|a| &a.desc));
        w.bytes(&self.gap);
        for list in self.anims.iter().flat_map(Anim::lists) {
            w.put_all(list);
        }
        w.bytes(&self.tail);
        w.finish()
    }

    /// Counts, offset and durations from what is there.
    pub fn recount(&mut self) {
        self.header.num_anims = self.anims.len() as i32;
        let offset = HEADER_SIZE + self.anims.len() * DESC_SIZE + self.gap.len();
        self.header.key_offset = if self.anims.is_empty() && self.gap.is_empty() { 0 } else { offset as i32 };
        for a in &mut self.anims {
            let [pos, rot, scale, pre, post] = a.lists().map(|l| l.len() as i32);
            let d = &mut a.desc;
            (d.num_pos, d.num_rot, d.num_scale, d.num_pre_scale, d.num_post_scale) =
                (pos, rot, scale, pre, post);
        }
    }
}

fn read_gap(r: &mut Reader<'_>, header: &Header) -> Result<Vec<u8>> {
    if header.num_anims == 0 && header.key_offset == 0 {
        return Ok(Vec::new());
    }
    let at = r.position();
    let bad = |why: String| Err(Error::at(&KEY_OFFSET, 4, why).in_field("key_offset").in_field("header"));
    match usize::try_from(header.key_offset) {
        Ok(offset) if offset >= at && offset - at <= r.remaining() => {
            r.field("gap", |r| r.take(offset - at)).map(<[u8]>::to_vec)
        }
        Ok(offset) if offset >= at => bad(format!("keys start at {offset:#x}, beyond the end of the file")),
        _ => bad(format!("keys start at {:#x}, inside the descriptions up to {at:#x}", header.key_offset)),
    }
}

fn read_keys(r: &mut Reader<'_>, desc: Description) -> Result<Anim> {
    let mut anim = Anim {
        desc,
        pos: Vec::new(),
        rot: Vec::new(),
        scale: Vec::new(),
        pre_scale: Vec::new(),
        post_scale: Vec::new(),
    };
    let counts = anim.counts();
    let lists = [&mut anim.pos, &mut anim.rot, &mut anim.scale, &mut anim.pre_scale, &mut anim.post_scale];
    for ((name, count), list) in LISTS.into_iter().zip(counts).zip(lists) {
        *list = r.field(name, |r| {
            let n =
                usize::try_from(count).map_err(|_| r.error(&wire::codes::VALUE, format!("{count} keys")))?;
            r.list::<Key>(n)
        })?;
    }
    Ok(anim)
}

const _: () = assert!(<Key as Wire>::MIN_SIZE == KEY_SIZE && <Description as Wire>::MIN_SIZE == DESC_SIZE);
