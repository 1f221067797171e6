// A finding names its object by path (meshes[3].name), by number (node 3 has …) or by a quoted name in its message.
import { nameOf } from "./dom.js";

export class Finder {
  constructor(stage, state) { Object.assign(this, { stage, state }); }

  of(finding) { return this.names(finding).map((n) => this.byName(n)).find(Boolean) ?? null; }

  names({ path, message }) {
    const { report } = this.state, scene = report?.scene, where = path ?? "";
    const at = (list, i) => (list && list[i] !== undefined ? (list[i].name ?? list[i]) : null);
    let wanted = null;
    for (const [, what, index] of where.matchAll(/(\w+)\[(\d+)\]/g)) {
      if (/^mesh/i.test(what)) wanted = at(scene?.meshes, Number(index)) ?? wanted;
      if (/bone|node|joint|part/i.test(what)) wanted = at(scene?.joints, Number(index)) ?? wanted;
      if (/material/i.test(what)) wanted = this.firstWith(at(scene?.materials, Number(index))) ?? wanted;
    }
    const chunk = (report?.mesh_fields ?? []).findIndex((m) => where.startsWith(`${m}.`));
    const node = /\b(?:node|bone) (\d+)\b/.exec(message ?? "")?.[1];
    const quoted = /["“`]([^"”`]+)["”`]/.exec(message ?? "")?.[1];
    const only = scene?.meshes.length === 1 ? scene.meshes[0].name : null;
    return [wanted, at(scene?.meshes, chunk), node ? at(scene?.joints, Number(node)) : null, quoted, only];
  }

  firstWith(material) {
    for (const [mesh, m] of this.stage.originals ?? []) if ([m].flat().some((x) => nameOf(x) === material)) return nameOf(mesh);
    return null;
  }

  // Of a mesh and the bone it belongs to, which have one name, the mesh: it can be seen.
  byName(name) {
    let found = null;
    const seen = (o) => o.isMesh || o.children.some((c) => c.isMesh);
    if (name) this.stage.root?.traverse((o) => { if (!o.userData.wire && [name, `${name}#mesh`].includes(nameOf(o)) && (!found || (seen(o) && !seen(found)))) found = o; });
    return found;
  }
}
