//! A menu through Blender: cameras and lights as Blender has them, meshes by its COLLADA importer, and back to the game.

use super::{Env, Outcome, process};
use anyhow::{Context, Result, bail, ensure};
use formats::anark::bgf::Bgf;
use formats::anark::hash::{attribute_hash, hash};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use wire::{Reader, Sink};

/// All of it.
pub fn run(env: &Env, program: &Path) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let work = env.fresh("menu")?;
    let sample = crate::root().join("samples/anark/main.bsg");
    let convert = |args: &[&std::ffi::OsStr]| -> Result<String> {
        process::run(Command::new(program).arg("convert").args(args))
    };
    let (glb, dae) = (work.join("main.glb"), work.join("main.dae"));
    convert(&[sample.as_os_str(), "-o".as_ref(), glb.as_os_str()])?;
    convert(&[glb.as_os_str(), "-o".as_ref(), dae.as_os_str()])?;
    let result = work.join("result.json");
    let mut command = Command::new(&python);
    command.arg(crate::root().join("clients/blender/menu.py")).args([&glb, &dae, &work, &result]);
    process::run(&mut command)?;
    let found: Value = serde_json::from_slice(&std::fs::read(&result).context("Blender gave no result")?)?;
    let mut checks = collada(&found, &glb)?;
    checks += eyes(&found)?;
    for name in ["plain", "ticked", "edited"] {
        let out = work.join(name).join("main.bsg");
        std::fs::create_dir_all(out.parent().unwrap_or(&work))?;
        let edited = work.join(format!("{name}.glb"));
        convert(&[
            edited.as_os_str(),
            "--template".as_ref(),
            sample.as_os_str(),
            "-o".as_ref(),
            out.as_os_str(),
        ])?;
        checks += back(name, &sample, &out, &found).with_context(|| format!("{name}.glb"))?;
    }
    Ok(Outcome::passed(checks, "COLLADA, cameras, lights, three ways back"))
}

/// Blender's COLLADA importer sees the meshes where ours and glTF have them.
fn collada(found: &Value, glb: &Path) -> Result<usize> {
    let model = crate::evaluate::Model::open(glb)?;
    let mut checks = 0;
    for instance in model.evaluate(None, 0.0)? {
        let Some(theirs) = found["collada"].get(&instance.name) else { continue };
        let points: Vec<[f64; 3]> = serde_json::from_value(theirs["points"].clone())?;
        let ours: Vec<glam::DVec3> = instance.parts.iter().flat_map(|p| p.positions.clone()).collect();
        // Blender's z is up.
        let theirs: Vec<glam::DVec3> = points.iter().map(|[x, y, z]| glam::DVec3::new(*x, *z, -*y)).collect();
        let far = |a: &[glam::DVec3], b: &[glam::DVec3]| {
            let near = |p: &glam::DVec3| b.iter().map(|q| p.distance(*q)).fold(f64::MAX, f64::min);
            a.iter().map(near).fold(0.0, f64::max)
        };
        let worst = far(&ours, &theirs).max(far(&theirs, &ours));
        ensure!(worst < 1e-4, "{}: COLLADA is {worst} off", instance.name);
        checks += 1;
    }
    ensure!(checks >= 5, "only {checks} meshes in the COLLADA file: {}", found["collada"]);
    Ok(checks)
}

/// Cameras and lights as the sample has them.
fn eyes(found: &Value) -> Result<usize> {
    let camera = &found["cameras"]["MainCamera"];
    let number = |v: &Value| v.as_f64().unwrap_or(f64::NAN);
    ensure!(camera["type"] == "PERSP", "{camera}");
    ensure!((number(&camera["yfov"]).to_degrees() - 50.0).abs() < 1e-3, "{camera}");
    ensure!((number(&camera["near"]) - 0.5).abs() < 1e-5 && (number(&camera["far"]) - 100.0).abs() < 1e-3);
    // From before the menu into it: glTF's −Z is Blender's +Y.
    ensure!((number(&camera["looks"][1]) - 1.0).abs() < 1e-5, "{camera}");
    ensure!((number(&camera["at"][1]) + 10.0).abs() < 1e-4, "{camera}");
    ensure!(found["cameras"]["PlanCamera"]["type"] == "ORTHO", "{}", found["cameras"]);
    let light = &found["lights"]["KeyLight"];
    ensure!(light["type"] == "SPOT" && (number(&light["angle"]).to_degrees() - 60.0).abs() < 1e-2, "{light}");
    Ok(4)
}

fn bgf(path: &Path) -> Result<Bgf> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    formats::anark::bgf::read(&mut Reader::new(&bytes), &mut Sink::new()).map_err(|e| anyhow::anyhow!("{e}"))
}

/// What came back.
fn back(name: &str, sample: &Path, out: &Path, found: &Value) -> Result<usize> {
    let graph = |p: &Path| -> Result<_> {
        let bytes = std::fs::read(p)?;
        formats::anark::bsg::read(&mut Reader::new(&bytes), &mut Sink::new())
            .map_err(|e| anyhow::anyhow!("{e}"))
    };
    let (was, is) = (graph(sample)?, graph(out)?);
    ensure!(
        was.nodes.list.len() == is.nodes.list.len(),
        "{} nodes became {}",
        was.nodes.list.len(),
        is.nodes.list.len()
    );
    let fov = |b: &Bgf| {
        let camera = b.elements.list.iter().find(|e| e.name.0 == hash(b"MainCamera"));
        camera.and_then(|e| e.attribute(attribute_hash(b"fov"))?.number())
    };
    let (face_was, face) = (bgf(&sample.with_extension("bgf"))?, bgf(&out.with_extension("bgf"))?);
    let dae = out.with_extension("dae");
    if name != "edited" {
        ensure!(fov(&face) == fov(&face_was), "the camera changed: {:?}", fov(&face));
        ensure!(face.elements.list == face_was.elements.list, "elements changed");
        ensure!(is.to_bytes() == was.to_bytes(), "the scene graph changed");
        ensure!(!dae.exists(), "no mesh was changed, but the COLLADA file is written");
        return Ok(4);
    }
    ensure!(
        fov(&face).is_some_and(|v| (v - 30.0).abs() < 1e-2),
        "the camera's view came back as {:?}",
        fov(&face)
    );
    let others = |b: &Bgf| {
        b.elements.list.iter().filter(|e| e.name.0 != hash(b"MainCamera")).cloned().collect::<Vec<_>>()
    };
    ensure!(others(&face) == others(&face_was), "more than the camera changed");
    let text = std::fs::read_to_string(&dae).context("the changed mesh did not come back")?;
    let moved = found["moved"].as_f64().unwrap_or(f64::NAN) as f32;
    if !text.contains(&format!("{moved} ")) {
        bail!("the corner at {moved} is not in the COLLADA file");
    }
    Ok(4)
}
