//! Rows of the Egosoft family.

use super::Bench;
use anyhow::Result;
use bytes::Bytes;
use formats::egosoft::cat::{Archive, Catalog, Existing, pack_memory, select, unpack};
use formats::egosoft::xmf::decl::{ty, usage};
use formats::egosoft::xmf::{Element, Xmf, from_mesh};
use formats::{Context, Document as _, LoadOptions};
use scene::{Colors, Memory, Mesh, Primitive};
use std::io::Write as _;
use wire::{Reader, Sink};

/// A wavy grid of about a million vertices: numbers that compress as a hull does.
fn grid(side: u32) -> Mesh {
    let mut m = Mesh::default();
    for y in 0..side {
        for x in 0..side {
            let (u, v) = (x as f32 / side as f32, y as f32 / side as f32);
            let z = (u * 31.0).sin() * (v * 17.0).cos();
            m.positions.push([u * 100.37, z, v * 99.11]);
            m.normals.push([0.0, 1.0, 0.0]);
            m.tangents.push([1.0, 0.0, 0.0, 1.0]);
        }
    }
    m.uvs.push(m.positions.iter().map(|p| [p[0] / 128.0, p[2] / 128.0]).collect());
    m.colors.push(Colors::U8(m.positions.iter().map(|p| [(p[0] * 2.0) as u8, 200, 180, 255]).collect()));
    for y in 0..side - 1 {
        for x in 0..side - 1 {
            let a = y * side + x;
            m.indices.extend([a, a + side, a + 1, a + 1, a + side, a + side + 1]);
        }
    }
    m.primitives.push(Primitive { count: m.indices.len() as u32, ..Primitive::default() });
    m
}

/// The same mesh, not compressed.
fn plain(mesh: &Xmf) -> Xmf {
    let mut out = mesh.clone();
    for b in &mut out.buffers {
        b.desc.compressed = 0;
        b.set_data(b.data.clone());
    }
    out.recount();
    out
}

/// The same mesh with its vertices as floats, and without tangents: their sign is worked out, not read.
fn floats(mesh: &Xmf, from: &Mesh) -> Xmf {
    let mut out = plain(mesh);
    let elements =
        [(ty::FLOAT3, usage::POSITION), (ty::FLOAT3, usage::NORMAL), (ty::FLOAT2, usage::TEXCOORD)];
    let Some(b) = out.buffers.first_mut() else { return out };
    b.num_elements = elements.len() as u32;
    for (slot, (ty, usage)) in b.slots.iter_mut().zip(elements) {
        *slot = Element { ty, usage, usage_index: 0, junk: 0 };
    }
    let mut data = Vec::with_capacity(from.positions.len() * 32);
    for (v, p) in from.positions.iter().enumerate() {
        let numbers = [p.as_slice(), &from.normals[v], &from.uvs[0][v]].concat();
        data.extend(numbers.iter().flat_map(|f| f.to_le_bytes()));
    }
    b.desc.item_size = 32;
    b.set_data(data);
    out.recount();
    out
}

/// The family's rows.
pub fn rows(bench: &mut Bench) -> Result<()> {
    let mesh = grid(1000);
    let built = from_mesh(mesh.clone(), &[Some(b"a.b".to_vec())], false, &mut Sink::new())
        .map_err(anyhow::Error::new)?;
    let packed = Bytes::from(built.write());
    let read = |bytes: &Bytes| {
        let xmf = Xmf::read(&mut Reader::shared(bytes))?;
        xmf.to_mesh("a-lod0", &mut Sink::new()).map(|b| b.mesh)
    };
    let bytes = Bytes::from(floats(&built, &mesh).write());
    anyhow::ensure!(read(&bytes)?.uvs == mesh.uvs, "the mesh of floats is not read right");
    // One core against one that copies; what all of them do is reported without a limit.
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    bench.reading("xmf, arrays of floats, read to columns, 1 core", &bytes, 0.4, || {
        one.install(|| read(&bytes))
    });
    bench.reading("the same, all cores", &bytes, 0.0, || read(&bytes));
    // Studios pack directions into bytes and UVs into halves: what is unpacked here is no longer only read.
    let bytes = Bytes::from(plain(&built).write());
    bench.reading("xmf, packed vertices, unpacked, 1 core", &bytes, 0.0, || one.install(|| read(&bytes)));
    bench.reading("the same, all cores", &bytes, 0.0, || read(&bytes));
    let options = scene::gltf::WriteOptions::default();
    let convert = |bytes: &Bytes| {
        let files = Memory::default();
        let cx = Context { files: &files, path: "a-lod0.xmf", options: &LoadOptions::default() };
        let scene = Xmf::read(&mut Reader::shared(bytes))?.to_scene(&cx, &mut Sink::new())?;
        scene::gltf::write_glb(&scene, &options, &mut Sink::new())
    };
    let glb = convert(&bytes)?;
    bench.converting("xmf, plain, to GLB, 1 core", &bytes, &glb, 4.0, || one.install(|| convert(&bytes)));
    let blocks: Vec<(Vec<u8>, usize)> =
        built.buffers.iter().map(|b| (b.stored().to_vec(), b.data.len())).collect();
    let inflate = || {
        for (block, size) in &blocks {
            let mut out = Vec::with_capacity(*size + 1);
            let mut z = flate2::Decompress::new(true);
            let _ = z.decompress_vec(block, &mut out, flate2::FlushDecompress::Finish);
            std::hint::black_box(out);
        }
    };
    bench.against("xmf, compressed, read against bare inflate", 0.9, inflate, || {
        Xmf::read(&mut Reader::shared(&packed)).map(|x| x.buffers.len())
    });
    let least = || {
        inflate();
        glb.clone()
    };
    bench.against("xmf, compressed, to GLB against inflate and copy, 1 core", 1.0 / 3.0, least, || {
        one.install(|| convert(&packed))
    });
    archives(bench)
}

fn archives(bench: &mut Bench) -> Result<()> {
    let names: Vec<String> = (0..100_000)
        .map(|i| format!("assets/units/size_{}/ship_{}_data/part_{i:06}-lod0.xmf", i % 4, i / 40))
        .collect();
    let list: Vec<(&str, &[u8])> = names.iter().map(|n| (n.as_str(), &b"x"[..])).collect();
    let (text, _) = pack_memory(&list, 1_700_000_000);
    // The least anybody has to do: lines, and each line into its four fields.
    let split = || {
        let mut fields = 0;
        for line in text.split(|b| *b == b'\n') {
            fields += line.rsplitn(4, |b| *b == b' ').count();
        }
        fields
    };
    bench.against("cat, 100,000 entries, open against splitting lines", 0.5, split, || {
        Catalog::parse(text.clone()).map(|c| c.total())
    });
    let dir = std::env::temp_dir().join(format!("xenomesh-bench-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    let body = vec![7_u8; 1 << 20];
    let files: Vec<(String, &[u8])> = (0..32).map(|i| (format!("f{i:02}.bin"), body.as_slice())).collect();
    let list: Vec<(&str, &[u8])> = files.iter().map(|(n, b)| (n.as_str(), *b)).collect();
    let (text, data) = pack_memory(&list, 1);
    let dat = dir.join("a.dat");
    std::fs::File::create(&dat)?.write_all(&data)?;
    let archive =
        Archive::new(text, Box::new(std::fs::File::open(&dat)?), "a.cat").map_err(anyhow::Error::new)?;
    let (copy, out) = (dir.join("copy.dat"), dir.join("out"));
    bench.against(
        "cat, unpack against copying the .dat",
        0.5,
        || std::fs::copy(&dat, &copy).is_ok(),
        || unpack(&archive, &select(&archive, &[]), &out, false, Existing::Replace, &mut |_| {}).is_ok(),
    );
    std::fs::remove_dir_all(&dir)?;
    many_entries(bench)
}

/// A catalog of many small files, as a whole game has them: the copy writes the same files.
fn many_entries(bench: &mut Bench) -> Result<()> {
    let names: Vec<String> = (0..50_000)
        .map(|i| format!("assets/units/size_{}/ship_{}_data/part_{i:06}-lod0.xmf", i % 4, i / 40))
        .collect();
    let content: Vec<u8> = (0..2_000_u32).flat_map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let list: Vec<(&str, &[u8])> = names.iter().map(|n| (n.as_str(), &content[..])).collect();
    let (text, data) = pack_memory(&list, 1_700_000_000);
    let dir = std::env::temp_dir().join(format!("xenomesh-bench-many-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    std::fs::write(dir.join("a.dat"), &data)?;
    drop(data);
    let archive = Archive::new(text, Box::new(std::fs::File::open(dir.join("a.dat"))?), "a.cat")
        .map_err(anyhow::Error::new)?;
    let (copies, out) = (dir.join("copies"), dir.join("out"));
    for name in &names {
        let parent = copies.join(name);
        std::fs::create_dir_all(parent.parent().unwrap_or(&copies))?;
    }
    bench.against(
        "cat, 50,000 entries unpacked against writing their bytes",
        1.0 / 3.0,
        || names.iter().all(|name| std::fs::write(copies.join(name), &content).is_ok()),
        || unpack(&archive, &select(&archive, &[]), &out, false, Existing::Replace, &mut |_| {}).is_ok(),
    );
    std::fs::remove_dir_all(&dir)?;
    Ok(())
}
