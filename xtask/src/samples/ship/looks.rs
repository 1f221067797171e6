//! What the ship looks like, and what is fixed to it.

use super::super::textures::{Encoding, encode, invert_green, noise, paint, shade};
use anyhow::Result;
use flate2::{Compression, GzBuilder};
use std::io::Write as _;

pub(super) fn pictures() -> Result<Vec<(String, Vec<u8>)>> {
    let panel = |x: u32, y: u32| x % 32 < 2 || y % 32 < 2;
    let plates = paint(128, |x, y| {
        let tint = (noise(x / 32, y / 32, 7) % 24) as i32 - 12;
        if panel(x, y) { [60, 66, 74, 255] } else { shade([150, 160, 172], tint) }
    });
    let bumps = paint(128, |x, y| {
        let edge = |v: u32| match v % 32 {
            0 => 96,
            1 => 160,
            _ => 128,
        };
        [edge(x), 255 - edge(y), 240, 255]
    });
    let glass = paint(16, |_, y| [40, 90, 140 + (y * 4) as u8, 160]);
    let glow = paint(16, |x, y| {
        let d = (x.abs_diff(8) * x.abs_diff(8) + y.abs_diff(8) * y.abs_diff(8)).min(64) as u8;
        [255, 200 - d * 2, 120 - d, 255]
    });
    let mut gz = GzBuilder::new().write(Vec::new(), Compression::best());
    gz.write_all(&encode(&invert_green(&bumps), Encoding::Dds)?)?;
    let dir = "assets/textures/sample";
    Ok(vec![
        (format!("{dir}/ship_hull_diff.dds"), encode(&plates, Encoding::Bc1)?),
        (format!("{dir}/ship_hull_bump.gz"), gz.finish()?),
        (format!("{dir}/ship_glass_diff.tga"), encode(&glass, Encoding::Tga)?),
        (format!("{dir}/ship_glow_diff.tga"), encode(&glow, Encoding::Tga)?),
    ])
}

pub(super) const LIBRARY: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<materiallibrary>
  <collection name="sample_ship">
    <material name="hull" shader="P1_complex_surface.fx">
      <properties>
        <property type="BitMap" name="diffuse_map" value="assets\textures\sample\ship_hull_diff"/>
        <property type="BitMap" name="normal_map" value="assets\textures\sample\ship_hull_bump"/>
        <property type="Float" name="normalStr" value="1"/>
      </properties>
    </material>
    <material name="glass" shader="P1_alpha_glass.fx">
      <properties>
        <property type="BitMap" name="diffuse_map" value="assets\textures\sample\ship_glass_diff"/>
      </properties>
    </material>
    <material name="glow" shader="P1_glow.fx">
      <properties>
        <property type="BitMap" name="diffuse_map" value="assets\textures\sample\ship_glow_diff"/>
        <property type="BitMap" name="glow_map" value="assets\textures\sample\ship_glow_diff"/>
      </properties>
    </material>
  </collection>
</materiallibrary>
"#;

/// Lights as the studio's exporter writes them: a lamp at each wing tip, one that shines down at the ramp, a glow box.
pub(super) const LIGHTS: &str = r#"    <layers>
      <layer>
        <lights>
          <omni name="lamp_left" r="255" g="0" b="0" range="6" intensity="2">
            <offset>
              <position x="-4.2" y="-0.5" z="-2.4"/>
            </offset>
          </omni>
          <spot name="lamp_ramp" r="255" g="240" b="200" range="8" intensity="3" hotspot="40" falloff="60">
            <offset>
              <position x="0" y="-0.8" z="-1"/>
              <quaternion qx="0.70710677" qy="0" qz="0" qw="0.70710677"/>
            </offset>
          </spot>
          <box name="glow_box" r="120" g="160" b="255" intensity="1">
            <size x="1" y="0.5" z="0.5"/>
            <offset>
              <position x="0" y="0.1" z="-5.2"/>
            </offset>
          </box>
        </lights>
      </layer>
    </layers>
"#;

/// Hardpoints, one of them turned by angles.
pub(super) const HARDPOINTS: &str = r#"      <connection name="con_weapon_01" tags="weapon small">
        <offset>
          <position x="1.2" y="-0.2" z="2"/>
        </offset>
      </connection>
      <connection name="con_turret_01" group="group_left" tags="turret small hittable " value="2" parent="part_wing_left">
        <offset>
          <position x="-2" y="-0.1" z="0"/>
          <rotation yaw="-90" pitch="15" roll="180"/>
        </offset>
      </connection>
      <connection name="con_contents" tags="contents" value="0"/>
"#;
