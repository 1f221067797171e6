//! A game menu in the Anark formats: plan, face, scene graph and COLLADA, in both byte orders.

mod collada;
mod menu;
mod plan;
mod shape;

use anyhow::Result;
use formats::anark::bgp::Bgp;
use menu::Menu;
use std::path::Path;

/// Writes `anark/` and `anark/big-endian/`.
pub fn write(out: &Path) -> Result<()> {
    let mut menu = Menu::new();
    for (folder, order) in [("anark", 0), ("anark/big-endian", 1)] {
        let dir = out.join(folder);
        std::fs::create_dir_all(&dir)?;
        menu.face.header.byte_order = order;
        menu.graph.header.byte_order = order;
        menu.face.recount();
        menu.graph.recount();
        let plan = Bgp { byte_order: order, ..plan::plan() };
        std::fs::write(dir.join("menu.bgp"), plan.to_bytes())?;
        std::fs::write(dir.join("main.bgf"), menu.face.to_bytes())?;
        std::fs::write(dir.join("main.bsg"), menu.graph.to_bytes())?;
        std::fs::write(dir.join("main.dae"), menu.collada())?;
        std::fs::write(dir.join("menu_back.tga"), gradient())?;
    }
    Ok(())
}

/// A night sky: dark above, a glow at the horizon.
fn gradient() -> Vec<u8> {
    let (w, h) = (64_u16, 64_u16);
    let mut out = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    out.extend(w.to_le_bytes());
    out.extend(h.to_le_bytes());
    out.extend([24, 0x20]);
    for y in 0..h {
        for x in 0..w {
            let t = y * 255 / h;
            let star = (x.wrapping_mul(193) ^ y.wrapping_mul(389)) % 97 == 0 && y < 40;
            let [r, g, b] = if star { [230, 230, 255] } else { [10 + t / 6, 16 + t / 4, 40 + t / 2] };
            out.extend([b as u8, g as u8, r as u8]);
        }
    }
    out
}
