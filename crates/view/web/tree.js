// The nodes of the model, and what is known of the selected one.
import * as THREE from "three";
import { el, fits, nameOf, number, short } from "./dom.js";

const kindOf = (o) => (o.isSkinnedMesh ? "skinned" : o.isMesh ? "mesh" : o.isBone ? "bone" : "");
const childrenOf = (o) => o.children.filter((c) => !c.userData.wire && !(c.isMesh && !nameOf(c)));
// As XNALara writes it: `7_+Hair|Long.main` is worn, `7_-Hat` is not.
const OPTIONAL = /^(\d+_)?[+-]/;
const LATER = 60; // deeper nodes are filled in when they are unfolded

export class Tree {
  constructor(stage, actions) {
    Object.assign(this, { stage, actions, rows: new Map(), count: 0 });
    this.search = el("input", { type: "search", placeholder: "Search nodes…", ariaLabel: "Search nodes", oninput: () => this.find() });
    this.found = el("ul", { className: "list", hidden: true });
    this.top = el("ul", { className: "tree top", role: "tree", ariaLabel: "Nodes", onkeydown: (e) => this.key(e) }, childrenOf(stage.root).map((c) => this.node(c, 1)));
    this.properties = el("div", { id: "selected" });
    this.nodes = [...this.optional(), el("h2", {}, "Nodes"), this.search, this.found, this.top, this.properties];
    this.rove(this.top.querySelector('[role="treeitem"]'));
  }

  node(o, level) {
    this.count++;
    const children = childrenOf(o), list = el("ul", { className: "tree", role: "group", hidden: level > 2 && this.count > LATER });
    const row = { o, children, list, level };
    row.twist = el("span", { className: "twist", ariaHidden: "true", onclick: () => this.fold(row, !list.hidden) });
    row.box = el("input", { type: "checkbox", tabIndex: -1, checked: o.visible, ariaLabel: `Show ${nameOf(o)}`, onchange: (e) => this.see(o, e.target.checked) });
    row.line = el("div", { className: `node${o.visible ? "" : " off"}` }, row.twist, row.box, el("span", { className: "name", onclick: () => this.actions.select(o) }, nameOf(o) || "(no name)"), el("span", { className: "kind" }, kindOf(o)));
    row.item = el("li", { role: "treeitem", tabIndex: -1, "aria-level": level, "aria-selected": "false", ariaLabel: `${nameOf(o) || "no name"} ${kindOf(o)}` }, row.line, children.length ? list : null);
    row.item.row = row;
    this.rows.set(o, row);
    if (!list.hidden) this.fill(row);
    this.mark(row);
    return row.item;
  }

  fill(row) {
    if (row.filled) return;
    row.filled = true;
    row.list.append(...row.children.map((c) => this.node(c, row.level + 1)));
  }

  mark(row) {
    row.twist.textContent = row.children.length ? (row.list.hidden ? "▸" : "▾") : "";
    if (row.children.length) row.item.setAttribute("aria-expanded", String(!row.list.hidden));
  }

  fold(row, closed) {
    if (!closed) this.fill(row);
    row.list.hidden = closed;
    this.mark(row);
  }

  see(o, on) {
    o.visible = on;
    const row = this.rows.get(o);
    if (row) { row.line.classList.toggle("off", !on); row.box.checked = on; }
    for (const box of this.switches ?? []) if (box.of === o) box.checked = on;
    this.stage.touch();
  }

  // Parts a model has for choice: worn or not.
  optional() {
    const parts = [];
    this.stage.root.traverse((o) => { if (o.userData.gltfExtensions?.KHR_node_visibility || OPTIONAL.test(nameOf(o))) parts.push(o); });
    this.switches = parts.map((o) => Object.assign(el("input", { type: "checkbox", checked: o.visible, onchange: (e) => this.see(o, e.target.checked) }), { of: o }));
    if (!parts.length) return [];
    return [el("h2", {}, "Optional parts"), el("ul", { className: "list", id: "optional" }, this.switches.map((box) => el("li", {}, el("label", {}, box, ` ${nameOf(box.of)}`))))];
  }

  reveal(o) {
    const chain = [];
    for (let p = o.parent; p && p !== this.stage.root; p = p.parent) chain.unshift(p);
    for (const p of chain) if (this.rows.has(p)) this.fold(this.rows.get(p), false);
    for (const row of this.rows.values()) { row.line.classList.toggle("selected", row.o === o); row.item.setAttribute("aria-selected", String(row.o === o)); }
    const row = this.rows.get(o);
    if (row) { this.rove(row.item); row.line.scrollIntoView({ block: "nearest" }); }
    this.properties.replaceChildren(...properties(o));
  }

  unselect() {
    for (const row of this.rows.values()) { row.line.classList.remove("selected"); row.item.setAttribute("aria-selected", "false"); }
    this.properties.replaceChildren();
  }

  find() {
    const wanted = this.search.value.trim();
    this.found.hidden = !wanted;
    this.top.hidden = !!wanted;
    if (!wanted) return;
    const hits = [];
    this.stage.root.traverse((o) => { if (nameOf(o) && !o.userData.wire && o !== this.stage.root && fits(nameOf(o), wanted)) hits.push(o); });
    this.found.replaceChildren(...hits.slice(0, 200).map((o) => el("li", {}, el("button", { type: "button", onclick: () => this.actions.select(o) }, el("span", {}, nameOf(o)), el("small", {}, kindOf(o))))), hits.length ? "" : el("li", { className: "soft" }, "no node has this in its name"));
  }

  // One item of the tree is reached by Tab, the others from there by arrows.
  rove(item, focus = false) {
    if (!item) return;
    if (this.roving) this.roving.tabIndex = -1;
    item.tabIndex = 0;
    this.roving = item;
    if (focus) { item.focus({ preventScroll: true }); item.row.line.scrollIntoView({ block: "nearest" }); }
  }

  key(e) {
    const item = document.activeElement?.closest?.('[role="treeitem"]');
    if (!item) return;
    const row = item.row, seen = [...this.top.querySelectorAll('[role="treeitem"]')].filter((i) => i.offsetParent !== null), at = seen.indexOf(item);
    const open = row.children.length && !row.list.hidden;
    const run = {
      ArrowDown: () => this.rove(seen[at + 1], true), ArrowUp: () => this.rove(seen[at - 1], true), Home: () => this.rove(seen[0], true), End: () => this.rove(seen.at(-1), true),
      ArrowRight: () => (open ? this.rove(seen[at + 1], true) : row.children.length && this.fold(row, false)),
      ArrowLeft: () => (open ? this.fold(row, true) : this.rove(item.parentElement.closest('[role="treeitem"]'), true)),
      Enter: () => this.actions.select(row.o), " ": () => this.see(row.o, !row.o.visible),
    }[e.key];
    if (!run) return;
    run();
    e.preventDefault();
    e.stopPropagation();
  }
}

// What is known of an object.
export function properties(o) {
  const list = (v) => v.toArray().slice(0, 4).map(short).join("  ");
  const world = new THREE.Vector3().setFromMatrixPosition(o.matrixWorld);
  const box = new THREE.Box3().setFromObject(o), size = box.isEmpty() ? null : box.getSize(new THREE.Vector3());
  const geometry = o.geometry, turn = new THREE.Euler().setFromQuaternion(o.quaternion).toArray().slice(0, 3).map((v) => short(THREE.MathUtils.radToDeg(v))).join("  ");
  const facts = [
    ["Kind", kindOf(o) || "node"], ["Parent", o.parent && nameOf(o.parent)], ["Position", list(o.position)], ["Turned by", `${turn} °`], ["Scale", list(o.scale)], ["In the model", list(world)],
    ["Size", size && list(size)], ["Vertices", geometry && number.format(geometry.attributes.position.count)],
    ["Triangles", geometry && o.isMesh && number.format((geometry.index?.count ?? geometry.attributes.position.count) / 3)],
    ["Material", o.material && [o.material].flat().map((m) => nameOf(m)).join(", ")],
    ["Shape keys", o.morphTargetDictionary && number.format(Object.keys(o.morphTargetDictionary).length)],
    ["UV sets", geometry && ["uv", "uv1", "uv2", "uv3"].filter((k) => geometry.attributes[k]).length],
    ["From the file", o.userData.xenomesh],
  ];
  return [el("h2", {}, "Selection"), el("dl", {}, facts.filter(([, v]) => v !== null && v !== undefined && v !== "" && v !== 0).flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, String(v))]))];
}
