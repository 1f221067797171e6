//! The program as a whole: start-up, many small files on one and two cores, memory.

use super::Bench;
use crate::samples::character::character;
use anyhow::{Context, Result, bail};
use formats::{Format, Kind, WriteOptions};
use scene::Scene;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wire::Sink;

const FILES: usize = 1000;

/// All rows.
pub fn rows(bench: &mut Bench) -> Result<()> {
    let program = crate::test::build_release()?;
    start_up(bench, &program)?;
    let Some(format) =
        formats::FORMATS.iter().copied().find(|f| f.from_scene.is_some() && f.kind == Kind::Model)
    else {
        bench.note("1,000 small files", "no format can be written yet".into());
        return Ok(());
    };
    let work = work_folder("program")?;
    let many = many_files(format, &work.join("many"), FILES)?;
    folder(bench, &program, &many, &work.join("out"))?;
    let large = work.join(format!("large.{}", format.extensions.first().copied().unwrap_or(format.id)));
    std::fs::write(&large, write(format, &repeated(&character()?.scene, 300))?)?;
    memory(bench, &program, &large, &work.join("large.glb"))?;
    std::fs::remove_dir_all(&work)?;
    Ok(())
}

/// An empty folder, in memory where that can be had: the disk is not what is measured.
pub(super) fn work_folder(name: &str) -> Result<PathBuf> {
    let memory_disk = Path::new("/dev/shm");
    let base = if memory_disk.is_dir() { memory_disk.to_owned() } else { crate::root().join(".cache") };
    let work = base.join(format!("xenomesh-bench-{name}-{}", std::process::id()));
    if work.exists() {
        std::fs::remove_dir_all(&work)?;
    }
    std::fs::create_dir_all(&work)?;
    Ok(work)
}

fn start_up(bench: &mut Bench, program: &Path) -> Result<()> {
    let version = || Command::new(program).arg("--version").stdout(Stdio::null()).status();
    version().with_context(|| program.display().to_string())?;
    let seconds = bench.seconds(version);
    bench.add("start-up (--version)", format!("{:.1} ms", seconds * 1e3), "≤ 10 ms".into(), seconds <= 0.01);
    Ok(())
}

pub(super) fn write(format: &Format, scene: &Scene) -> Result<Vec<u8>> {
    let make = format.from_scene.context("cannot be written")?;
    let name = format!("model.{}", format.extensions.first().copied().unwrap_or(format.id));
    let texture_files = scene.images.iter().map(|i| i.file.clone()).collect();
    let options = WriteOptions { file_name: name, texture_files, ..WriteOptions::default() };
    let outputs = make(scene, &options, &mut Sink::new()).map_err(|e| anyhow::anyhow!("{e}"))?;
    Ok(outputs.into_iter().next().context("no output")?.bytes)
}

/// The character with each mesh as often as asked for.
pub(super) fn repeated(scene: &Scene, times: usize) -> Scene {
    let mut out = scene.clone();
    out.animations.clear();
    for mesh in &mut out.meshes {
        let (n, one) = (mesh.positions.len() as u32, mesh.clone());
        mesh.targets.clear();
        for k in 1..times as u32 {
            mesh.positions.extend(&one.positions);
            mesh.normals.extend(&one.normals);
            mesh.tangents.extend(&one.tangents);
            for (all, uvs) in mesh.uvs.iter_mut().zip(&one.uvs) {
                all.extend(uvs);
            }
            mesh.indices.extend(one.indices.iter().map(|i| i + n * k));
            if let (Some(all), Some(part)) = (&mut mesh.influences, &one.influences) {
                let base = all.joints.len() as u32;
                all.starts.extend(part.starts.iter().skip(1).map(|s| s + base));
                all.joints.extend(&part.joints);
                all.weights.extend(&part.weights);
            }
        }
        mesh.colors.clear();
        if let Some(first) = mesh.primitives.first().cloned() {
            mesh.primitives = vec![scene::Primitive { start: 0, count: mesh.indices.len() as u32, ..first }];
        }
    }
    out
}

/// A folder of small models: the character, some 300 KB each.
pub(super) fn many_files(format: &Format, dir: &Path, files: usize) -> Result<PathBuf> {
    std::fs::create_dir_all(dir)?;
    let mut small = character()?.scene;
    small.animations.clear();
    let bytes = write(format, &small)?;
    for i in 0..files {
        let name = format!("model{i:04}.{}", format.extensions.first().copied().unwrap_or(format.id));
        std::fs::write(dir.join(name), &bytes)?;
    }
    Ok(dir.to_owned())
}

fn folder(bench: &mut Bench, program: &Path, many: &Path, out: &Path) -> Result<()> {
    let run = |jobs: &str| -> Result<f64> {
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            if out.exists() {
                std::fs::remove_dir_all(out)?;
            }
            let began = Instant::now();
            let mut command = Command::new(program);
            command
                .arg("convert")
                .arg(many)
                .args(["--quiet", "--force", "--no-textures", "--jobs", jobs, "-o"])
                .arg(out);
            let status = command.stderr(Stdio::null()).status()?;
            if !status.success() {
                bail!("converting {} exits with {status}", many.display());
            }
            best = best.min(began.elapsed().as_secs_f64());
        }
        Ok(best)
    };
    let (one, two) = (run("1")?, run("2")?);
    let speed = FILES as f64 / two;
    bench.add(
        "1,000 small files, 2 cores against 1",
        format!("{:.2} ×", one / two),
        "≥ 1.7 ×".into(),
        one / two >= 1.7,
    );
    bench.add("1,000 small files, 2 cores", format!("{speed:.0} files/s"), "≥ 500".into(), speed >= 500.0);
    Ok(())
}

/// Most memory the program held, from the kernel's own high-water mark.
fn memory(bench: &mut Bench, program: &Path, input: &Path, output: &Path) -> Result<()> {
    let mut command = Command::new(program);
    command.arg("convert").arg(input).args(["--quiet", "--force", "--no-textures", "-o"]).arg(output);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait()?.is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|l| l.split_whitespace().next()).and_then(|n| n.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
        std::thread::sleep(Duration::from_micros(300));
    }
    if peak == 0 {
        bench.note("peak memory of convert", "no /proc here".into());
        return Ok(());
    }
    let files = std::fs::metadata(input)?.len() + std::fs::metadata(output)?.len();
    let allowed = 3 * files + (32 << 20);
    let mib = |b: u64| b as f64 / f64::from(1 << 20);
    let value = format!("{:.0} MiB for {:.0} MiB in + out", mib(peak), mib(files));
    bench.add("peak memory of convert", value, format!("≤ {:.0} MiB", mib(allowed)), peak <= allowed);
    Ok(())
}
