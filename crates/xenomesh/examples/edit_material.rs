//! Makes every standard material of an actor shine red and writes the actor back; nothing else in it changes:
//! `cargo run -p xenomesh --example edit_material -- hero.xac red.xac`.

use std::path::Path;
use xenomesh::formats::emfx::Body;
use xenomesh::output;
use xenomesh::types::Xac;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: edit_material HERO.xac OUT.xac".into());
    };
    let mut model = xenomesh::open(input)?;
    let Some(actor) = model.as_mut::<Xac>() else { return Err("not an EMotionFX actor".into()) };
    for chunk in &mut actor.chunks {
        if let Body::Material(material) = &mut chunk.body {
            println!("{}: diffuse was {:?}", material.name.lossy(), material.diffuse);
            material.diffuse = [1.0, 0.1, 0.1, 1.0];
        }
    }
    for finding in model.validate() {
        println!("{}: {}", finding.code.id, finding.message);
    }
    output::write(Path::new(&out), &model.write())?;
    Ok(())
}
