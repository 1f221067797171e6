#[cfg(test)]
mod write;

use super::*;

pub(crate) const QUAD: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><up_axis>Z_UP</up_axis></asset>
 <library_images><image id="img"><init_from>file:///pics/a%20b%C3%BC.tga</init_from></image></library_images>
 <library_effects><effect id="fx"><profile_COMMON>
  <newparam sid="surf"><surface type="2D"><init_from>img</init_from></surface></newparam>
  <newparam sid="samp"><sampler2D><source>surf</source></sampler2D></newparam>
  <technique sid="t"><phong><emission><color>0 0 0 1</color></emission>
   <diffuse><texture texture="samp" texcoord="uv"/></diffuse></phong></technique>
 </profile_COMMON></effect></library_effects>
 <library_materials><material id="AK9" name="Blue &amp; green"><instance_effect url="#fx"/></material></library_materials>
 <library_geometries><geometry id="g" name="Quad"><mesh>
  <source id="p"><float_array id="pa" count="12">0 0 0 2 0 0 2 0 1 0 0 1</float_array>
   <technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
  <source id="n"><float_array id="na" count="3">0 -1 0</float_array>
   <technique_common><accessor source="#na" count="1" stride="3"/></technique_common></source>
  <source id="t"><float_array id="ta" count="8">0 0 1 0 1 1 0 1</float_array>
   <technique_common><accessor source="#ta" count="4" stride="2"/></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <polylist material="sym" count="1"><input semantic="VERTEX" source="#v" offset="0"/>
   <input semantic="NORMAL" source="#n" offset="1"/><input semantic="TEXCOORD" source="#t" offset="2" set="0"/>
   <vcount>4</vcount><p>0 0 0 1 0 1 2 0 2 3 0 3</p></polylist>
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s"><node id="AK5" name="Panel"><instance_geometry url="#g">
  <bind_material><technique_common><instance_material symbol="sym" target="#AK9"/></technique_common></bind_material>
 </instance_geometry></node></visual_scene></library_visual_scenes>
</COLLADA>"##;

#[test]
fn a_textured_quad() {
    let dae = Dae::read(QUAD.as_bytes()).unwrap();
    let mesh = &dae.geometries["g"].mesh;
    assert_eq!(mesh.indices, [0, 1, 2, 0, 2, 3]);
    assert_eq!(mesh.positions[2], [2.0, 0.0, 1.0], "in the axes of the file, as the nodes of a BSG are");
    assert_eq!(mesh.normals[0], [0.0, -1.0, 0.0]);
    let up = glam::Quat::from_array(dae.up.unwrap()) * glam::Vec3::Z;
    assert!(up.distance(glam::Vec3::Y) < 1e-6, "{up}");
    assert_eq!(mesh.uvs[0][2], [1.0, 0.0], "v goes down");
    assert_eq!(dae.nodes[&5].name.as_deref(), Some("Panel"));
    assert_eq!(dae.nodes[&5].instances[0].1["sym"], "AK9");
    let material = &dae.materials["AK9"];
    assert_eq!(
        (material.name.as_str(), material.texture.as_deref()),
        ("Blue & green", Some("pics/a bü.tga"))
    );
    assert!(dae.has_id(9) && dae.has_id(5) && !dae.has_id(1));
    assert!(dae.names.iter().any(|n| n == "Quad"));
}

#[test]
fn hostile_files_are_errors() {
    let deep = "<COLLADA>".to_owned() + &"<a>".repeat(100_000);
    for bad in ["", "<a/>", "<COLLADA>&lt;<b>", "</x>", deep.as_str(), "<COLLADA><a b=></COLLADA"] {
        assert!(Dae::read(bad.as_bytes()).is_err(), "{:?}", bad.get(..20));
    }
    for i in 0..QUAD.len() {
        let _ = Dae::read(&QUAD.as_bytes()[..i]);
    }
    let wild = QUAD.replace("0 0 0 1 0 1 2 0 2 3 0 3", "0 0 0 1 0 1 99999 0 2 3 0 -3");
    let geometry = &Dae::read(wild.as_bytes()).unwrap().geometries["g"];
    assert!(geometry.mesh.indices.is_empty() && geometry.broken > 0);
}
