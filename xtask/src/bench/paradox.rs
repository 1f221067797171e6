//! Many actors that share motions: `--motions auto` against none, and a `.gfx` of many types.

use super::Bench;
use crate::samples::character::character;
use anyhow::{Context, Result, bail};
use formats::WriteOptions;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use wire::Sink;

/// Skeletons, and actors and motions of each.
const GROUPS: usize = 50;
const EACH: usize = 6;
const TYPES: usize = 500;

/// All rows.
pub fn rows(bench: &mut Bench) -> Result<()> {
    let program = crate::test::build_release()?;
    let memory_disk = Path::new("/dev/shm");
    let base = if memory_disk.is_dir() { memory_disk.to_owned() } else { crate::root().join(".cache") };
    let work = base.join(format!("xenomesh-bench-paradox-{}", std::process::id()));
    let anims = work.join("game/gfx/anims");
    write_game(&work.join("game"), &anims)?;
    let run = |args: &[&std::ffi::OsStr]| -> Result<f64> {
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            let mut command = Command::new(&program);
            command.arg("convert").args(args).args([
                "--quiet",
                "--force",
                "--no-textures",
                "--jobs",
                "2",
                "-o",
            ]);
            let began = Instant::now();
            let status = command.arg(work.join("out")).stderr(Stdio::null()).status()?;
            if !status.success() {
                bail!("converting {args:?} exits with {status}");
            }
            best = best.min(began.elapsed().as_secs_f64());
        }
        Ok(best)
    };
    let folder = anims.as_os_str();
    let (plain, auto) = (run(&[folder])?, run(&[folder, "--motions".as_ref(), "auto".as_ref()])?);
    let actors = GROUPS * EACH;
    let value = format!("{:.2} × ({:.0} actors/s)", auto / plain, actors as f64 / auto);
    bench.add("--motions auto, 300 actors and 300 motions", value, "≤ 3 ×".into(), auto <= 3.0 * plain);
    let seconds = run(&[work.join("game/interface/units.gfx").as_os_str()])?;
    let speed = TYPES as f64 / seconds;
    bench.add("a .gfx of 500 types, 2 cores", format!("{speed:.0} actors/s"), "≥ 100".into(), speed >= 100.0);
    std::fs::remove_dir_all(&work)?;
    Ok(())
}

/// Actors with names of their own for each group, so that a motion fits those of its group only.
fn write_game(game: &Path, anims: &Path) -> Result<()> {
    std::fs::create_dir_all(anims)?;
    std::fs::create_dir_all(game.join("interface"))?;
    let make = formats::by_id("xac").and_then(|f| f.from_scene).context("xac cannot be written")?;
    let base = character()?.scene;
    for group in 0..GROUPS {
        let mut scene = base.clone();
        scene.animations.truncate(1);
        for node in &mut scene.nodes {
            node.name = format!("{} of {group}", node.name);
        }
        let options = WriteOptions {
            file_name: "actor.xac".into(),
            profile: Some("paradox".into()),
            texture_files: scene.images.iter().map(|i| i.file.clone()).collect(),
            ..WriteOptions::default()
        };
        let made = make(&scene, &options, &mut Sink::new()).map_err(|e| anyhow::anyhow!("{e}"))?;
        let [actor, motion, ..] = made.as_slice() else { bail!("expected an actor and a motion") };
        for i in 0..EACH {
            std::fs::write(anims.join(format!("unit{group}_{i}.xac")), &actor.bytes)?;
            std::fs::write(anims.join(format!("clip{group}_{i}.xsm")), &motion.bytes)?;
        }
    }
    let mut text = String::from("objectTypes = {\n");
    for t in 0..TYPES {
        let (group, i) = (t % GROUPS, t / GROUPS % EACH);
        text.push_str(&format!(
            "\tEMFXActorType = {{\n\t\tname = \"Type{t}\"\n\t\tactorfile = \"gfx\\anims\\unit{group}_{i}.xac\"\n\
             \t\tidle = \"gfx\\anims\\clip{group}_0.xsm\"\n\t\tmove = \"gfx\\anims\\clip{group}_1.xsm\"\n\
             \t\tattack = \"gfx\\anims\\clip{group}_2.xsm\"\n\t\tscale = 1.5\n\t}}\n"
        ));
    }
    text.push_str("}\n");
    Ok(std::fs::write(game.join("interface/units.gfx"), text)?)
}
