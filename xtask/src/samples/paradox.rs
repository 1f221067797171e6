//! A small mod of a Paradox game: the character as a soldier with a hat, and the definitions that put them together.

use anyhow::{Context, Result};
use formats::WriteOptions;
use scene::{Material, MaterialId, Mesh, Node, Primitive, Scene};
use std::path::Path;
use wire::Sink;

/// Writes `paradox-game/`.
pub fn write(out: &Path) -> Result<()> {
    let from = out.join("emfx/paradox");
    let anims = out.join("paradox-game/gfx/anims");
    let interface = out.join("paradox-game/interface");
    std::fs::create_dir_all(&anims)?;
    std::fs::create_dir_all(&interface)?;
    for entry in std::fs::read_dir(&from)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let to = name.replace("character", "soldier");
        std::fs::copy(from.join(&name), anims.join(to)).with_context(|| name.clone())?;
    }
    let make = formats::by_id("xac").and_then(|f| f.from_scene).context("xac cannot be written")?;
    let options = WriteOptions {
        file_name: "hat.xac".into(),
        profile: Some("paradox".into()),
        ..WriteOptions::default()
    };
    let made = make(&hat(), &options, &mut Sink::new())?;
    std::fs::write(anims.join("hat.xac"), &made.first().context("no hat")?.bytes)?;
    super::units::write(&out.join("paradox-game"))?;
    std::fs::write(interface.join("units.gfx"), UNITS)?;
    std::fs::write(interface.join("sprites.gfx"), SPRITES)?;
    Ok(())
}

/// In CP1252, as these games have it.
const UNITS: &[u8] = b"# Units of the sample. S\xe4bel and Per\xfccke are CP1252.\r\n\
objectTypes = {\r\n\r\n\
\tEMFXActorType = {\r\n\
\t\tname = \"Hat\"\t# worn by others\r\n\
\t\tactorfile = \"gfx\\anims\\hat.xac\"\r\n\
\t\tscale = 0.5\r\n\
\t}\r\n\r\n\
\tEMFXActorType = {\r\n\
\t\tname = \"Soldier\"\r\n\
\t\tactorfile = \"gfx\\anims\\soldier.xac\"\r\n\r\n\
\t\tidle   = \"gfx\\anims\\soldier.walk.xsm\"\r\n\
\t\tmove   = \"gfx\\anims\\Soldier.Walk.xsm\"\r\n\
\t\tattach = {\r\n\t\t\tname = \"Hat\"\r\n\t\t\tnode = \"head neck upper\"\r\n\t\t\tattachId = 1\r\n\t\t}\r\n\
\t\tscale = 1.5\r\n\
\t}\r\n\r\n\
\tEMFXActorType = {\r\n\
\t\tname = \"Recruit\"\r\n\
\t\tactorfile = \"gfx\\anims\\soldier.xac\"\r\n\
\t\tanimation = {\r\n\t\t\tname = \"march\"\r\n\t\t\tfile =\"gfx\\anims\\soldier.walk.xsm\"\r\n\
\t\t\tdefaultAnimationTime = 0.2\r\n\t\t}\r\n\
\t\tretargeting = yes\r\n\
\t}\r\n\r\n\
\tEMFXActorType = {\r\n\t\tname = \"Banner\"\r\n\t\tactorfile = \"gfx\\anims\\banner.xac\"\r\n\t}\r\n\r\n\
\tEMFXActorType = {\r\n\t\tname = \"Horse\"\r\n\t\tactorfile = \"gfx\\anims\\horse.xac\"\r\n\
\t\tmove = \"gfx\\anims\\horse.gallop.xsm\"\r\n\t}\r\n\r\n\
\tEMFXActorType = {\r\n\t\tname = \"Cavalry\"\r\n\t\tactorfile = \"gfx\\anims\\cavalry.xac\"\r\n\
\t\tmove = \"gfx\\anims\\cavalry.gallop.xsm\"\r\n\
\t\tattach = { name = \"Banner\" node = \"hand\" attachId = 2 }\r\n\t}\r\n\r\n\
\tEMFXActorType = {\r\n\t\tname = \"Cruiser\"\r\n\t\tactorfile = \"gfx\\anims\\ship.xac\"\r\n\
\t\tattack = \"gfx\\anims\\ship.fire.xsm\"\r\n\t\tscale = 0.8\r\n\t\tretargeting = yes\r\n\t}\r\n\
}\r\n";

const SPRITES: &[u8] = b"spriteTypes = {\n\tspriteType = {\n\t\tname = \"GFX_icon\"\n\t\ttexturefile = \"gfx//icon.dds\"\n\t}\n}\n";

/// A pyramid.
fn hat() -> Scene {
    let (r, h) = (0.3, 0.5);
    let corners = [[-r, 0.0, -r], [r, 0.0, -r], [r, 0.0, r], [-r, 0.0, r]];
    let mut mesh = Mesh { name: "Hat".into(), uvs: vec![Vec::new()], ..Mesh::default() };
    for i in 0..4 {
        let (a, b) = (corners[i], corners[(i + 1) % 4]);
        let first = mesh.positions.len() as u32;
        mesh.positions.extend([a, [0.0, h, 0.0], b]);
        let out = [a[0] + b[0], 0.0, a[2] + b[2]];
        let length = (out[0] * out[0] + out[2] * out[2]).sqrt();
        mesh.normals.extend([[out[0] / length, 0.0, out[2] / length]; 3]);
        mesh.uvs[0].extend([[0.0, 1.0], [0.5, 0.0], [1.0, 1.0]]);
        mesh.indices.extend([first, first + 1, first + 2]);
    }
    mesh.primitives = vec![Primitive { count: 12, material: Some(MaterialId(0)), ..Primitive::default() }];
    let mut scene = Scene { name: "hat".into(), ..Scene::default() };
    scene.materials.push(Material { name: "StaticStandard".into(), ..Material::default() });
    let mesh = scene.add_mesh(mesh);
    scene.add_node(Node { name: "Hat".into(), mesh: Some(mesh), ..Node::default() });
    scene
}
