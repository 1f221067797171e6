//! Meshes of other components that parts with `ref` show: they are not written.

use super::Objects;
use crate::egosoft::base64_text;
use crate::egosoft::notes;
use crate::egosoft::xmf::{self, Xmf, adler32};
use ::scene::Mesh;
use std::collections::HashSet;
use wire::Sink;

impl Objects<'_> {
    /// Says which borrowed meshes are others than they were.
    pub(super) fn report_borrowed(&self, sink: &mut Sink) {
        let mut seen = HashSet::new();
        for node in self.scene.nodes.iter().filter(|n| self.names.is_lent(self.scene, n)) {
            let Some(id) = node.mesh.filter(|id| seen.insert(*id)) else { continue };
            let Some(mesh) = self.scene.meshes.get(id.0 as usize) else { continue };
            if self.is_edited(mesh) {
                let name = self.names.plain(&node.name);
                let message = format!(
                    "the mesh of {name:?} is that of another component; what is edited here is not written"
                );
                sink.push(&xmf::rules::LOST, name, message);
            }
        }
    }

    /// Whether a mesh is another than extras say it was; without them nothing is known.
    fn is_edited(&self, mesh: &Mesh) -> bool {
        let names = xmf::material_names(self.scene, mesh);
        if let Some(old) = Xmf::kept(&mesh.extras) {
            return !old.is_shown_by(mesh, &names, &mesh.name);
        }
        let (Some(sums), Some(tables)) =
            (notes::mesh::SUMS.get(&mesh.extras), notes::mesh::TABLES.get(&mesh.extras))
        else {
            return false;
        };
        let made = xmf::from_mesh_for(mesh.clone(), &names, mesh.collision, self.game, &mut Sink::new());
        let Ok(made) = made else { return true };
        let same = |(b, sum): (&xmf::Buffer, &Vec<u32>)| sum.first() == Some(&adler32(&b.data));
        tables != base64_text(&made.tables()) || !made.buffers.iter().zip(&sums).all(same)
    }
}
