// Pages of the panel that only show: facts, levels, materials, findings.
import { el, hex, nameOf, number, bytes as size, plural } from "./dom.js";
import { enlarge } from "./texture.js";

// Facts of what is on the stage: the chosen level of detail.
export function about(report, { lod, collision }) {
  if (!report) return [];
  const s = report.scene;
  const fact = (k, v) => (v ? [el("dt", {}, k), el("dd", {}, v)] : []);
  const all = s?.meshes ?? [], levels = all.filter((m) => !m.collision).map((m) => m.lod);
  // A file may be one coarse level.
  const level = levels.includes(lod) ? lod : Math.min(...levels);
  const meshes = all.filter((m) => (m.collision ? collision || !levels.length : m.lod === level));
  const sum = (k) => meshes.reduce((n, m) => n + m[k], 0);
  return [el("h2", {}, "File"), el("dl", { id: "facts" },
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

const MAPS = [["map", "base colour"], ["normalMap", "normal"], ["emissiveMap", "emissive"], ["roughnessMap", "roughness"], ["metalnessMap", "metal"], ["aoMap", "occlusion"], ["specularColorMap", "specular"]];

export function materials(stage, report) {
  const seen = new Map();
  for (const [mesh, material] of stage.originals) for (const m of [material].flat()) { if (!seen.has(m)) seen.set(m, []); seen.get(m).push(mesh); }
  if (!seen.size) return [el("p", { className: "soft" }, "no materials")];
  return [...seen].map(([m, meshes]) => material(m, meshes, report));
}

function material(m, meshes, report) {
  const wanted = report?.scene?.materials.find((x) => x.name === nameOf(m));
  const missing = wanted?.textures.filter((t) => !t.found) ?? [];
  const swatch = el("span", { className: "swatch" });
  swatch.style.background = m.color ? `#${m.color.getHexString()}` : "#fff";
  const facts = [m.transparent ? "blend" : m.alphaTest ? `mask ${m.alphaTest.toFixed(2)}` : "opaque", m.side === 2 ? "double-sided" : null, m.type === "MeshBasicMaterial" ? "unlit" : `roughness ${m.roughness?.toFixed(2)}`, m.metalness ? `metal ${m.metalness.toFixed(2)}` : null].filter(Boolean).join(", ");
  return el("div", { className: "material" }, el("h3", {}, swatch, nameOf(m) || "(no name)"), el("p", { className: "soft" }, `${facts}; ${meshes.length} mesh${meshes.length === 1 ? "" : "es"}`),
    el("div", { className: "maps" }, MAPS.filter(([k]) => m[k]?.image).map(([k, label]) => preview(m[k], label, meshes))),
    missing.map((t) => el("div", { className: "warning" }, `▲ ${t.slot}: ${t.file} is missing`)));
}

function preview(texture, label, meshes) {
  const image = texture.image, canvas = el("canvas", { width: 152, height: 152 });
  const scale = Math.min(152 / image.width, 152 / image.height), w = image.width * scale, h = image.height * scale;
  try { canvas.getContext("2d").drawImage(image, (152 - w) / 2, (152 - h) / 2, w, h); } catch { /* a closed bitmap shows nothing */ }
  const title = `${nameOf(texture) || label} ${image.width} × ${image.height}`;
  return el("button", { type: "button", className: "map", title, ariaLabel: `${label}, ${image.width} × ${image.height}, enlarge`, onclick: () => enlarge(texture, title, meshes) },
    canvas, el("span", {}, label), el("span", {}, `${image.width} × ${image.height}`));
}

const ORDER = { error: 0, warning: 1, info: 2 };

// `helps`: what to do about each code.
export function findings(list, error, helps, actions) {
  const fatal = error ? [{ severity: "error", code: error.code, message: error.message, offset: error.offset, path: error.path }] : [];
  const all = [...fatal, ...list.filter((f) => !(error && f.code === error.code && f.message === error.message))];
  if (!all.length) return [el("p", { className: "soft" }, "nothing to complain about")];
  const count = (s, word) => { const n = all.filter((f) => f.severity === s).length; return n ? plural(n, word) : null; };
  const head = el("p", { className: "soft" }, [count("error", "error"), count("warning", "warning"), count("info", "note")].filter(Boolean).join(", "));
  return [head, ...all.sort((a, b) => ORDER[a.severity] - ORDER[b.severity]).map((f) => finding(f, helps, actions))];
}

function finding(f, helps, actions) {
  const where = [f.offset !== null && f.offset !== undefined ? `0x${hex(f.offset)}` : null, f.path].filter(Boolean).join("  ");
  const help = helps[f.code];
  const box = el("button", { type: "button", className: `finding ${f.severity}`, onclick: () => {
    box.parentElement.querySelectorAll("[aria-current]").forEach((b) => b.removeAttribute("aria-current"));
    box.setAttribute("aria-current", "true");
    actions.finding(f);
  } }, el("b", {}, `${f.severity} ${f.code ?? ""}`), el("span", { className: "what" }, f.message), help ? el("span", { className: "help" }, `help: ${help}`) : null, el("small", {}, where));
  return box;
}
