// The pages of the panel: files, scene, materials, motion, findings.
import { el, number, bytes as size, hex } from "./dom.js";

// GLTFLoader makes names safe for its animation paths and keeps the file's own in userData.
export const nameOf = (o) => o.userData?.name ?? o.name;

export function files(state, actions) {
  const box = el("div");
  const draw = (filter = "") => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = state.list.filter((f) => words.every((w) => f.name.toLowerCase().includes(w)));
    box.replaceChildren(...[el("ul", { className: "list" }, fits.slice(0, 500).map((f) => el("li", {}, el("button", { type: "button", "aria-current": String(f.id === state.id || state.motions.includes(f.id)), onclick: () => actions.open(f) },
      f.kind === "motion" ? "▶ " : "", el("span", {}, f.name), el("small", {}, f.format || f.kind))))),
      fits.length > 500 ? el("p", { className: "soft" }, `${number.format(fits.length - 500)} more; search to narrow`) : null].filter(Boolean));
  };
  draw();
  return [
    state.list.length > 12 ? el("input", { type: "search", placeholder: "Search files…", ariaLabel: "Search files", oninput: (e) => draw(e.target.value) }) : null,
    box,
    el("p", {}, el("button", { type: "button", onclick: actions.pick }, "Open files…"), el("span", { className: "soft" }, "  or drop them anywhere")),
  ];
}

export function about(report) {
  if (!report) return [];
  const s = report.scene;
  const fact = (k, v) => (v ? [el("dt", {}, k), el("dd", {}, v)] : []);
  const meshes = s?.meshes.filter((m) => !m.collision && m.lod === 0) ?? [];
  const sum = (k) => meshes.reduce((n, m) => n + m[k], 0);
  return [el("h2", {}, "File"), el("dl", {},
    fact("Format", [report.format ?? "unknown", report.version].filter(Boolean).join(" ")), fact("Size", size(report.bytes)),
    fact("Meshes", meshes.length && number.format(meshes.length)), fact("Triangles", sum("triangles") && number.format(sum("triangles"))), fact("Vertices", sum("vertices") && number.format(sum("vertices"))),
    fact("Joints", s?.joints.length && number.format(s.joints.length)), fact("Materials", s?.materials.length && number.format(s.materials.length)),
    facts(report.details).flatMap(([k, v]) => fact(k, v)))];
}

function facts(details) {
  return Object.entries(details ?? {}).filter(([, v]) => ["string", "number", "boolean"].includes(typeof v)).slice(0, 12).map(([k, v]) => [k, String(v)]);
}

export function levels(state, actions) {
  const meshes = state.report?.scene?.meshes ?? [];
  const lods = [...new Set(meshes.map((m) => m.lod))].sort((a, b) => a - b);
  const collision = meshes.some((m) => m.collision);
  if (lods.length < 2 && !collision) return [];
  return [el("h2", {}, "Levels"),
    lods.length > 1 ? el("div", { className: "row" }, el("label", { htmlFor: "lod" }, "Level of detail"), el("select", { id: "lod", onchange: (e) => actions.lod(Number(e.target.value)) }, lods.map((l) => el("option", { value: l, selected: l === state.lod }, String(l))))) : null,
    collision ? el("div", { className: "row" }, el("label", {}, el("input", { type: "checkbox", id: "collision", checked: state.collision, onchange: (e) => actions.collision(e.target.checked) }), " collision meshes")) : null];
}

export function tree(stage, actions) {
  const holder = el("div");
  const counts = { n: 0 };
  const all = new Map();
  const node = (o, depth) => {
    counts.n++;
    const children = o.children.filter((c) => !(c.isMesh && c.parent?.userData && !nameOf(c)) );
    const kind = o.isSkinnedMesh ? "skinned" : o.isMesh ? "mesh" : o.isBone ? "bone" : "";
    const list = el("ul", { className: "tree", hidden: depth > 1 && counts.n > 60, role: "group" });
    let filled = false;
    const fill = () => { if (!filled) { filled = true; list.append(...children.map((c) => node(c, depth + 1))); } };
    if (!list.hidden) fill();
    const twist = el("button", { type: "button", className: "twist", ariaLabel: "Fold", onclick: () => { fill(); list.hidden = !list.hidden; twist.textContent = list.hidden ? "▸" : "▾"; } }, children.length ? (list.hidden ? "▸" : "▾") : "");
    twist.disabled = !children.length;
    const row = el("div", { className: `node${o.visible ? "" : " off"}` }, twist,
      el("input", { type: "checkbox", checked: o.visible, ariaLabel: `Show ${nameOf(o)}`, onchange: (e) => { o.visible = e.target.checked; row.classList.toggle("off", !o.visible); stage.touch(); } }),
      el("button", { type: "button", className: "name", onclick: () => actions.select(o) }, nameOf(o) || "(no name)"), el("span", { className: "kind" }, kind));
    const item = el("li", {}, row, list);
    all.set(o, { row, open: () => { fill(); list.hidden = false; twist.textContent = children.length ? "▾" : ""; } });
    return item;
  };
  holder.append(el("ul", { className: "tree top", role: "tree", ariaLabel: "Nodes" }, stage.root.children.map((c) => node(c, 0))));
  holder.reveal = (o) => {
    const chain = [];
    for (let p = o; p && p !== stage.root; p = p.parent) chain.unshift(p);
    for (const p of chain.slice(0, -1)) all.get(p)?.open();
    holder.querySelectorAll(".node.selected").forEach((n) => n.classList.remove("selected"));
    const row = all.get(o)?.row;
    row?.classList.add("selected");
    row?.scrollIntoView({ block: "nearest" });
  };
  const hidden = [];
  stage.root.traverse((o) => { if (o.userData.gltfExtensions?.KHR_node_visibility) hidden.push(o); });
  const optional = hidden.length ? [el("h2", {}, "Optional parts"), el("ul", { className: "list" }, hidden.map((o) => el("li", {}, el("label", {}, el("input", { type: "checkbox", checked: o.visible, onchange: (e) => { o.visible = e.target.checked; all.get(o)?.row.classList.toggle("off", !o.visible); const box = all.get(o)?.row.querySelector("input"); if (box) box.checked = o.visible; stage.touch(); } }), ` ${nameOf(o)}`))))] : [];
  return { nodes: [...optional, el("h2", {}, "Nodes"), holder], reveal: holder.reveal };
}

const MAPS = [["map", "base colour"], ["normalMap", "normal"], ["emissiveMap", "emissive"], ["roughnessMap", "roughness"], ["metalnessMap", "metal"], ["aoMap", "occlusion"], ["specularColorMap", "specular"]];

export function materials(stage, report) {
  const seen = new Map();
  for (const [mesh, material] of stage.originals) for (const m of [material].flat()) { if (!seen.has(m)) seen.set(m, []); seen.get(m).push(mesh); }
  if (!seen.size) return [el("p", { className: "soft" }, "no materials")];
  return [...seen].map(([m, meshes]) => {
    const wanted = report?.scene?.materials.find((x) => x.name === m.name);
    const missing = wanted?.textures.filter((t) => !t.found) ?? [];
    const swatch = el("span", { className: "swatch" });
    swatch.style.background = m.color ? `#${m.color.getHexString()}` : "#fff";
    const facts = [m.transparent ? "blend" : m.alphaTest ? `mask ${m.alphaTest.toFixed(2)}` : "opaque", m.side === 2 ? "double-sided" : null, m.type === "MeshBasicMaterial" ? "unlit" : `roughness ${m.roughness?.toFixed(2)}`, m.metalness ? `metal ${m.metalness.toFixed(2)}` : null].filter(Boolean).join(", ");
    return el("div", { className: "material" }, el("h3", {}, swatch, nameOf(m) || "(no name)"), el("p", { className: "soft" }, `${facts}; ${meshes.length} mesh${meshes.length === 1 ? "" : "es"}`),
      el("div", { className: "maps" }, MAPS.filter(([k]) => m[k]?.image).map(([k, label]) => preview(m[k], label))),
      missing.map((t) => el("div", { className: "warning" }, `▲ ${t.slot}: ${t.file} is missing`)));
  });
}

function preview(texture, label) {
  const image = texture.image, canvas = el("canvas", { width: 152, height: 152 });
  const scale = Math.min(152 / image.width, 152 / image.height), w = image.width * scale, h = image.height * scale;
  try { canvas.getContext("2d").drawImage(image, (152 - w) / 2, (152 - h) / 2, w, h); } catch { /* a closed bitmap shows nothing */ }
  return el("figure", { title: `${nameOf(texture) || label} ${image.width} × ${image.height}` }, canvas, el("figcaption", {}, label), el("figcaption", {}, `${image.width} × ${image.height}`));
}

export function motion(stage, state, actions) {
  const out = [];
  const clips = stage.gltf.animations;
  out.push(el("h2", {}, "Animations"));
  if (clips.length) out.push(el("ul", { className: "list", id: "clips" }, clips.map((c, i) => el("li", {}, el("button", { type: "button", "aria-current": String(stage.clip === c), onclick: () => actions.play(i) }, el("span", {}, c.name || `animation ${i + 1}`), el("small", {}, c.duration ? `${c.duration.toFixed(2)} s` : "pose"))))));
  else out.push(el("p", { className: "soft" }, "none in this file; drop a motion or pose on the page, or choose one from the files"));
  const motions = state.list.filter((f) => f.kind === "motion");
  if (motions.length) out.push(el("h2", {}, "Motion and pose files"), el("ul", { className: "list" }, motions.slice(0, 200).map((f) => el("li", {}, el("button", { type: "button", "aria-current": String(state.motions.includes(f.id)), onclick: () => actions.open(f) }, f.name, el("small", {}, f.format))))));
  if (clips.length) out.push(el("p", {}, el("button", { type: "button", onclick: actions.rest }, "Rest pose")));
  const morphs = [];
  stage.root.traverse((o) => { if (o.morphTargetDictionary && Object.keys(o.morphTargetDictionary).length) morphs.push(o); });
  if (morphs.length) {
    out.push(el("h2", {}, "Morph targets"));
    // Primitives of one mesh share their targets: one slider moves them all.
    const byName = new Map();
    for (const o of morphs) for (const [name, i] of Object.entries(o.morphTargetDictionary)) { if (!byName.has(name)) byName.set(name, []); byName.get(name).push([o, i]); }
    out.push(el("div", { id: "morphs" }, [...byName].map(([name, targets]) => {
      const value = el("output", { className: "soft" }, targets[0][0].morphTargetInfluences[targets[0][1]].toFixed(2));
      const slider = el("input", { type: "range", min: 0, max: 1, step: 0.01, value: targets[0][0].morphTargetInfluences[targets[0][1]], ariaLabel: name, className: "grow", oninput: () => { for (const [o, i] of targets) o.morphTargetInfluences[i] = Number(slider.value); value.textContent = Number(slider.value).toFixed(2); stage.touch(); } });
      return el("div", { className: "row" }, el("label", { title: name }, name), slider, value);
    })));
  }
  return out;
}

export function findings(list, error, actions) {
  const all = error ? [{ ...error, severity: "error" }, ...list] : list;
  if (!all.length) return [el("p", { className: "soft" }, "nothing to complain about")];
  const order = { error: 0, warning: 1, info: 2 };
  return [...all].sort((a, b) => order[a.severity] - order[b.severity]).map((f) => {
    const where = [f.offset !== null && f.offset !== undefined ? `0x${hex(f.offset)}` : null, f.path].filter(Boolean).join("  ");
    const button = el("button", { type: "button", className: `finding ${f.severity}`, onclick: () => { button.parentElement.querySelectorAll("[aria-current]").forEach((b) => b.removeAttribute("aria-current")); button.setAttribute("aria-current", "true"); actions.finding(f); } }, `${f.severity} ${f.code ?? ""}`, el("span", {}, f.message), el("small", {}, where));
    return button;
  });
}
