//! Pictures: the rasteriser, the gallery, the viewer.

use super::Bench;
use ::view::camera::Angle;
use ::view::pose::Pose;
use ::view::raster::{Look, picture};
use anyhow::{Context, Result};
use scene::{Material, Mesh, MeshId, Node, Primitive, Scene, Topology};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A wavy sheet of about so many triangles.
fn sheet(triangles: u32) -> Scene {
    let n = ((triangles / 2) as f64).sqrt() as u32;
    let mut mesh = Mesh { name: "sheet".into(), uvs: vec![Vec::new()], ..Mesh::default() };
    for y in 0..=n {
        for x in 0..=n {
            let (u, v) = (x as f32 / n as f32, y as f32 / n as f32);
            let height = (u * 40.0).sin() * (v * 40.0).cos() * 0.02;
            mesh.positions.push([u * 2.0 - 1.0, 1.0 - v * 2.0, height]);
            mesh.normals.push([0.0, 0.0, 1.0]);
            mesh.uvs[0].push([u, v]);
        }
    }
    let at = |x: u32, y: u32| y * (n + 1) + x;
    for y in 0..n {
        for x in 0..n {
            let (a, b, c, d) = (at(x, y), at(x, y + 1), at(x + 1, y), at(x + 1, y + 1));
            mesh.indices.extend([a, b, c, c, b, d]);
        }
    }
    let count = mesh.indices.len() as u32;
    let mut scene = Scene { name: "sheet".into(), ..Scene::default() };
    let material =
        scene.add_material(Material { name: "grey".into(), roughness: 0.6, ..Material::default() });
    mesh.primitives =
        vec![Primitive { material: Some(material), start: 0, count, topology: Topology::Triangles }];
    let mesh: MeshId = scene.add_mesh(mesh);
    scene.add_node(Node { name: "sheet".into(), mesh: Some(mesh), ..Node::default() });
    scene
}

fn glb(scene: &Scene) -> Result<Vec<u8>> {
    scene::gltf::write_glb(scene, &scene::gltf::WriteOptions::default(), &mut wire::Sink::new())
        .map_err(|e| anyhow::anyhow!("{e}"))
}

/// Rasteriser, gallery, viewer.
pub fn rows(bench: &mut Bench) -> Result<()> {
    let scene = sheet(1_000_000);
    let pose = Pose::rest(&scene);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let shoot = || pool.install(|| picture(&scene, &pose, Angle::default(), &Look::default()));
    let seconds = bench.seconds(shoot);
    bench.add(
        "picture of 1M triangles, 512², 2 cores",
        format!("{seconds:.3} s"),
        "≤ 0.5 s".into(),
        seconds <= 0.5,
    );
    gallery(bench)?;
    viewer(bench)
}

/// A thousand small models to a page with pictures and GLB files.
fn gallery(bench: &mut Bench) -> Result<()> {
    let work = crate::root().join(".cache/bench/gallery");
    if work.exists() {
        std::fs::remove_dir_all(&work)?;
    }
    let (models, site) = (work.join("models"), work.join("site"));
    std::fs::create_dir_all(&models)?;
    let format = formats::by_id("xps").and_then(|f| f.from_scene).context("xps is not written")?;
    for i in 0..1_000_u32 {
        let name = format!("model{i:04}.xps");
        let options = formats::WriteOptions { file_name: name.clone(), ..Default::default() };
        let made =
            format(&sheet(400 + i), &options, &mut wire::Sink::new()).map_err(|e| anyhow::anyhow!("{e}"))?;
        std::fs::write(models.join(name), &made.first().context("xps gave no file")?.bytes)?;
    }
    let program = crate::test::build_release()?;
    let run = || -> Result<f64> {
        let began = Instant::now();
        let done = Command::new(&program)
            .arg("gallery")
            .arg(&models)
            .arg("-o")
            .arg(&site)
            .args(["-q", "-j", "2"])
            .status()?;
        anyhow::ensure!(done.success(), "gallery ended with {done}");
        Ok(began.elapsed().as_secs_f64())
    };
    let rate = 1000.0 / run()?;
    bench.add(
        "gallery of 1,000 small models, 2 cores",
        format!("{rate:.0} models/s"),
        "≥ 20 models/s".into(),
        rate >= 20.0,
    );
    let again = 1000.0 / run()?;
    bench.add(
        "the same again, nothing changed",
        format!("{again:.0} models/s"),
        "≥ 500 models/s".into(),
        again >= 500.0,
    );
    scroll(bench, &site)
}

/// A gallery of 2,000 models in a browser without a graphics card: it opens, scrolls and searches.
fn scroll(bench: &mut Bench, site: &Path) -> Result<()> {
    let Some(text) = node(bench, "gallery of 2,000 models", "scroll.mjs", &[site])? else { return Ok(()) };
    let [open, median, slow, search] = numbers(&text)?;
    let mut row = |what: &str, millis: f64, most: f64| {
        let name = format!("gallery of 2,000 models, {what}");
        bench.add(&name, format!("{millis:.0} ms"), format!("≤ {most:.0} ms"), millis <= most);
    };
    row("first picture", open, 2000.0);
    row("median frame while it is scrolled", median, 20.0);
    row("slowest 5 % of the frames", slow, 34.0);
    row("search", search, 100.0);
    Ok(())
}

/// From the start of `view` to a 10 MB model on the screen of a browser.
fn viewer(bench: &mut Bench) -> Result<()> {
    let model = crate::root().join(".cache/bench/ten.glb");
    let bytes = glb(&sheet(330_000))?;
    std::fs::create_dir_all(crate::root().join(".cache/bench"))?;
    std::fs::write(&model, &bytes)?;
    let program = crate::test::build_release()?;
    let what = "viewer shows a 10 MB model";
    let Some(text) = node(bench, what, "speed.mjs", &[&program, &model])? else { return Ok(()) };
    let [millis] = numbers(&text)?;
    let name = format!("viewer shows {:.1} MB after the start", bytes.len() as f64 / 1e6);
    bench.add(&name, format!("{:.2} s", millis / 1e3), "≤ 2 s".into(), millis <= 2000.0);
    web(bench, &program, &model)
}

/// The page without a program next to the one with it, on the same model.
fn web(bench: &mut Bench, program: &Path, model: &Path) -> Result<()> {
    let small = model.with_file_name("a-small.glb");
    std::fs::write(&small, glb(&sheet(200))?)?;
    let folder = model.with_file_name("web");
    let gzipped = crate::web::build(&folder)?;
    let most = crate::web::MOST_GZIPPED;
    let size = |bytes: u64| format!("{:.2} MB", bytes as f64 / 1e6);
    bench.add("WebAssembly, gzipped", size(gzipped), format!("≤ {}", size(most)), gzipped <= most);
    let what = "page without a program, 10 MB model";
    let Some(text) = node(bench, what, "race.mjs", &[program, &small, &folder, model])? else {
        return Ok(());
    };
    let [native, local] = numbers(&text)?;
    bench.add(
        "page without a program, 10 MB model, against the viewer",
        format!("{:.2} × ({local:.0} ms)", local / native),
        "≤ 4 ×".into(),
        local <= 4.0 * native,
    );
    Ok(())
}

/// What a script of `clients/browser` prints; nothing, and a note, where there is no browser to run it in.
fn node(bench: &mut Bench, what: &str, script: &str, arguments: &[&Path]) -> Result<Option<String>> {
    let have = |name: &str| Command::new(name).arg("--version").output().is_ok();
    let packages = crate::root().join("clients/node_modules/playwright-core");
    if !have("node") || !have("chromium") || !packages.is_dir() {
        bench.note(what, "skipped: Node, Chromium or npm packages are missing".into());
        return Ok(None);
    }
    let script = crate::root().join("clients/browser").join(script);
    let out = Command::new("node").arg(&script).args(arguments).current_dir(crate::root()).output()?;
    anyhow::ensure!(out.status.success(), "{}: {}", script.display(), String::from_utf8_lossy(&out.stderr));
    Ok(Some(String::from_utf8_lossy(&out.stdout).into_owned()))
}

fn numbers<const N: usize>(text: &str) -> Result<[f64; N]> {
    let all: Vec<f64> = text.split_whitespace().filter_map(|t| t.parse().ok()).collect();
    all.try_into().map_err(|_| anyhow::anyhow!("{N} numbers expected, not {text:?}"))
}
