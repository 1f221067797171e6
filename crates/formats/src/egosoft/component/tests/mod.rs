mod detour;
mod edited;
mod odd;
mod read;
mod size;
mod write;

use super::*;
use crate::egosoft::xmf::{Xmf, from_mesh};
use crate::{LoadOptions, Lod, WriteOptions};
use ::scene::{Files, Interpolation, Memory, Mesh, Primitive, Property, Topology};
use wire::Severity;

const XML: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- a comment that stays -->
<components>
  <component name="ship_test" class="ship_s">
    <source geometry="assets\units\size_s\ship_test_data" />
    <layers/>
    <connections>
      <connection name="Connection01" tags="part  animation " >
        <offset>
          <position x="1.5" y="2" z="3"/>
        </offset>
        <parts>
          <part name="part_main" wreck="part_main_wreck">
            <lods>
              <lod index="0"><materials><material id="1" ref="hulls.red"/></materials></lod>
              <lod index="1"><materials><material id="1" ref="hulls.blue"/></materials></lod>
            </lods>
            <size><max x="1" y="1" z="1"/><center x="0" y="0" z="0"/></size>
          </part>
        </parts>
      </connection>
      <connection name="con_radar" tags="part nocollision" parent="part_main">
        <offset>
          <position x="0" y="5" z="0"/>
          <quaternion qx="0" qy="0.70710677" qz="0" qw="0.70710677"/>
        </offset>
        <animations><animation name="loop" start="1" end="300"/></animations>
        <parts>
          <part name="anim_radar"/>
        </parts>
      </connection>
      <connection name="con_ref" tags="part">
        <parts><part name="borrowed" ref="other.thing"/></parts>
      </connection>
      <connection name="con_weapon" tags="weapon small"/>
    </connections>
  </component>
</components>
"#;

/// A cube with a corner at `reach`, so that mirroring shows.
fn cube(reach: f32) -> Mesh {
    let mut m = Mesh::default();
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0_f32)] {
        let base = m.positions.len() as u32;
        let mut n = [0.0; 3];
        n[axis] = sign;
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0_f32)] {
            let mut p = [0.0; 3];
            p[axis] = sign;
            p[u] = a * sign;
            p[v] = b;
            m.positions.push([if p[0] > 0.0 { reach } else { p[0] }, p[1], p[2]]);
            m.normals.push(n);
        }
        m.indices.extend([0, 1, 2, 0, 2, 3].map(|i| base + i));
    }
    m.uvs.push((0..24_u8).map(|i| [f32::from(i % 2), f32::from(i / 2 % 2)]).collect());
    m.primitives.push(Primitive { count: 36, ..Primitive::default() });
    m
}

fn xmf(reach: f32, collision: bool, name: &str) -> Vec<u8> {
    let names = [Some(name.as_bytes().to_vec())];
    Xmf::write(&from_mesh(cube(reach), &names, collision, &mut Sink::new()).unwrap())
}

fn game() -> Memory {
    let mut m = Memory::default();
    m.insert("assets/units/size_s/ship_test.xml", XML);
    let dir = "assets/units/size_s/ship_test_data";
    m.insert(format!("{dir}/part_main-lod0.xmf"), xmf(1.0, false, "hulls.red"));
    m.insert(format!("{dir}/part_main-lod1.xmf"), xmf(1.0, false, "hulls.red"));
    m.insert(format!("{dir}/part_main-collision.xmf"), xmf(1.0, true, ""));
    m.insert(format!("{dir}/part_main_wreck-lod0.xmf"), xmf(1.0, false, "hulls.red"));
    m.insert(format!("{dir}/anim_radar-lod0.xmf"), xmf(2.0, false, "hulls.red"));
    m.insert("assets/units/size_s/ship_test_data.ANI", radar());
    m.insert("index/components.xml", r#"<index><entry name="other" value="assets\props\other"/></index>"#);
    m.insert("assets/props/other.xml", r#"<components><component name="other"><source geometry="assets\props\other_data"/></component></components>"#);
    m.insert("assets/props/other_data/thing-lod0.xmf", xmf(1.0, false, "hulls.red"));
    m.insert(
        "assets/units/size_s/macros/ship_test_macro.xml",
        r#"<macros><macro name="ship_test_macro"><component ref="ship_test"/></macro></macros>"#,
    );
    m.insert("libraries/material_library.xml", r#"<materiallibrary><collection name="hulls"><material name="red"/><material name="blue"/></collection></materiallibrary>"#);
    m
}

fn radar() -> Vec<u8> {
    use crate::egosoft::ani::{Ani, Key};
    let mut scene = Scene::default();
    scene.add_node(::scene::Node { name: "anim_radar".into(), ..Default::default() });
    let mut ani = Ani::empty();
    let raw = {
        let channel = ::scene::Channel {
            node: ::scene::NodeId(0),
            property: Property::Translation,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 10.0],
            values: vec![0.0; 6],
            extras: ::scene::Extras::default(),
        };
        scene.animations.push(::scene::Animation {
            name: "loop".into(),
            channels: vec![channel],
            extras: ::scene::Extras::default(),
        });
        crate::egosoft::ani::from_channels(&scene, &mut Sink::new()).unwrap()
    };
    ani.anims = raw.anims;
    ani.anims[0].pos.clear();
    ani.anims[0].rot = vec![
        Key::default(),
        Key { value: [0.0, std::f32::consts::TAU, 0.0], time: 10.0, interpolation: [1; 3], ..Key::default() },
    ];
    ani.recount();
    Ani::write(&ani)
}

fn load(files: &Memory, path: &str, options: &LoadOptions) -> (Scene, Vec<(&'static str, String)>) {
    let mut sink = Sink::new();
    let doc = Component::read(&mut Reader::new(&files.read(path).unwrap())).unwrap();
    let scene = doc.to_scene(&Context { files, path, options }, &mut sink).unwrap();
    (scene, sink.findings().iter().map(|f| (f.code.id, f.message.clone())).collect())
}

const PATH: &str = "assets/units/size_s/ship_test.xml";

fn node<'a>(s: &'a Scene, name: &str) -> (usize, &'a ::scene::Node) {
    s.nodes.iter().enumerate().find(|(_, n)| n.name == name).unwrap()
}

fn findings(files: &Memory, path: &str) -> Vec<&'static str> {
    all_findings(files, path).into_iter().filter(|f| f.1 != Severity::Info).map(|f| f.0).collect()
}

fn all_findings(files: &Memory, path: &str) -> Vec<(&'static str, Severity)> {
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    let doc = Component::read(&mut Reader::new(&files.read(path).unwrap())).unwrap();
    doc.check(&Context { files, path, options: &options }, &mut sink);
    sink.findings().iter().map(|f| (f.code.id, f.severity)).collect()
}

#[test]
fn cross_checks() {
    assert_eq!(findings(&game(), PATH), [""; 0]);
    let with = |from: &str, to: &str| {
        let mut m = game();
        assert!(XML.contains(from), "{from}");
        m.insert(PATH, XML.replace(from, to));
        findings(&m, PATH)
    };
    assert_eq!(with("lod index=\"1\"", "lod index=\"2\""), ["COMPONENT_MESH_MISSING"]);
    assert_eq!(with("hulls.blue", "hulls.none"), ["COMPONENT_MATERIAL"]);
    let mut sized = game();
    sized.insert(PATH, XML.replace("max x=\"1\"", "max x=\"7\""));
    assert!(
        all_findings(&sized, PATH).contains(&("COMPONENT_SIZE", Severity::Info)),
        "studio files differ too"
    );
    assert_eq!(with("end=\"300\"", "end=\"30\""), ["COMPONENT_ANIMATION"]);
    assert_eq!(with("x=\"1.5\"", "x=\"abc\""), ["COMPONENT_NUMBER"]);
    assert_eq!(with("name=\"con_weapon\"", "name=\"con weapon\""), ["COMPONENT_NAME"]);
    assert_eq!(with("other.thing", "nowhere.thing"), ["COMPONENT_REFERENCE"]);
    // A mod alone does not have the components of its game.
    let mut a_mod = game();
    a_mod.insert(PATH, XML.replace("other.thing", "nowhere.thing"));
    a_mod.insert("content.xml", "<content id=\"a_mod\"/>");
    assert!(all_findings(&a_mod, PATH).contains(&("COMPONENT_ELSEWHERE", Severity::Info)));
    // Texture animations are in no .ani.
    assert_eq!(with("end=\"300\"", "end=\"30\""), ["COMPONENT_ANIMATION"]);
    let mut textures = game();
    textures.insert(
        PATH,
        XML.replace("end=\"300\"", "end=\"30\"").replace("tags=\"part", "tags=\"textureanimation part"),
    );
    assert_eq!(findings(&textures, PATH), [""; 0]);
    let (_, found) = {
        let mut m = game();
        m.insert(PATH, XML.replace("parent=\"part_main\"", "parent=\"anim_radar\""));
        load(&m, PATH, &LoadOptions::default())
    };
    assert_eq!(found[0].0, "COMPONENT_PARENT");
}

/// As the registry calls it.
fn from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<crate::Output>> {
    FORMAT.from_scene.unwrap()(scene, options, sink)
}

fn made(scene: &Scene, template: Option<&str>) -> Memory {
    let options = WriteOptions {
        file_name: "ship_test.xml".into(),
        originals: template.map(|t| crate::registry::original("a.xml", t.as_bytes())).unwrap_or_default(),
        ..WriteOptions::default()
    };
    let mut sink = Sink::new();
    let outputs = from_scene(scene, &options, &mut sink).unwrap();
    let mut m = Memory::default();
    for (i, o) in outputs.into_iter().enumerate() {
        let name = if i == 0 { "ship_test.xml".to_owned() } else { o.file("ship_test") };
        m.insert(name, o.bytes);
    }
    m
}
