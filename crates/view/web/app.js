// The page: what is open, what is shown, what the keys and buttons do.
import { $, el, save, hex } from "./dom.js";
import * as api from "./api.js";
import { Stage } from "./stage.js";
import { HexView } from "./hexview.js";
import * as panels from "./panels.js";
import { icon } from "./icons.js";

const state = { list: [], id: null, lod: 0, collision: false, motions: [], report: null, findings: [], error: null, names: false, bones: false };
const stage = new Stage($("canvas"), $("stage"), $("labels"));
let tree = null;
let buffer = null;

// ---- theme

function theme(next) {
  document.documentElement.dataset.theme = next;
  try { localStorage.setItem("xenomesh-theme", next); } catch { /* private windows */ }
}
let remembered = null;
try { remembered = localStorage.getItem("xenomesh-theme"); } catch { /* private windows */ }
theme(remembered ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));

// ---- notices

let noticeTimer = 0;
function say(text, kind = "", stay = false) {
  const box = $("notice");
  box.className = kind;
  box.replaceChildren(...[text].flat());
  box.hidden = false;
  clearTimeout(noticeTimer);
  if (!stay) noticeTimer = setTimeout(() => { box.hidden = true; }, 2600);
}
const quiet = () => { $("notice").hidden = true; };

// ---- opening

let turn = 0;
async function show({ keepCamera = false } = {}) {
  const mine = ++turn;
  document.body.dataset.state = "loading";
  if (!keepCamera) say("Loading…", "", true);
  const file = state.list.find((f) => f.id === state.id);
  $("title").textContent = document.title = file ? file.name : "xenomesh";
  $("title").title = file?.name ?? "";
  const clip = stage.clip?.name, at = stage.time, playing = stage.playing;
  const hidden = keepCamera ? hiddenNames() : null;
  const report = api.report(state.id).catch((e) => ({ error: e, findings: [], scene: null, bytes: 0, details: {} }));
  try {
    const made = await api.glb(state.id, state);
    if (mine !== turn) return;
    const gltf = await stage.parse(made.buffer);
    if (mine !== turn) return;
    buffer = made.buffer;
    state.error = null;
    state.converted = made.findings;
    stage.show(gltf, keepCamera);
    if (hidden) stage.root.traverse((o) => { if (hidden.has(panels.nameOf(o))) o.visible = !o.visible; });
    if (gltf.animations.length) {
      const again = gltf.animations.findIndex((a) => a.name === clip);
      if (state.newMotion) play(gltf.animations.length - 1);
      else if (keepCamera && again >= 0) { stage.play(again, at); stage.playing = playing; }
    }
    state.newMotion = false;
    quiet();
  } catch (e) {
    if (mine !== turn) return;
    stage.clear();
    stage.touch();
    buffer = null;
    state.error = e;
    state.converted = [];
    const place = e.offset !== null && e.offset !== undefined ? ` at byte 0x${hex(e.offset)}` : "";
    say([el("strong", {}, e.code ? `${e.code}: ` : ""), e.message, el("code", {}, place), e.path ? ` in ${e.path}` : ""], "error", true);
  }
  state.report = null;
  draw();
  setBones();
  document.body.dataset.state = state.error ? "error" : "ready";
  const done = await report;
  if (mine !== turn) return;
  state.report = done;
  const key = (f) => `${f.code}|${f.path}|${f.message}`;
  const known = new Set(done.findings.map(key));
  state.findings = [...done.findings, ...state.converted.filter((f) => !known.has(key(f)))];
  draw();
  document.body.dataset.report = "ready";
  if (state.error) tab("findings");
}

function hiddenNames() {
  const out = new Set();
  stage.root?.traverse((o) => {
    const start = o.userData.gltfExtensions?.KHR_node_visibility?.visible ?? true;
    if (o.visible !== start) out.add(panels.nameOf(o));
  });
  return out;
}

function open(file) {
  if (file.kind === "motion" && state.id !== null && state.list.find((f) => f.id === state.id)?.kind !== "motion") {
    const on = state.motions.includes(file.id);
    state.motions = on ? state.motions.filter((m) => m !== file.id) : [...state.motions, file.id];
    state.newMotion = !on;
    show({ keepCamera: true }).then(() => tab("motion"));
    return;
  }
  Object.assign(state, { id: file.id, lod: 0, motions: [], collision: false });
  history.replaceState(null, "", `?file=${file.id}`);
  show();
}

async function add(fileList) {
  let model = null, motion = null, companion = null, texture = false;
  for (const file of fileList) {
    try {
      const got = await api.upload(file);
      if (got.error) say(`${got.name}: ${got.error}`, "error", true);
      if (got.kind === "model") model = got.id;
      if (got.kind === "motion") motion = got.id;
      if (got.kind === "texture") texture = true;
      if (got.kind === "companion") companion = got.id;
      if (got.kind === "archive") say(`${got.name}: archives are opened by name, as in: xenomesh view ${got.name}:inner/path`, "error", true);
    } catch (e) {
      say(`${file.name}: ${e.message}`, "error", true);
    }
  }
  state.list = await api.list();
  const find = (id) => state.list.find((f) => f.id === id);
  if (model !== null) open(find(model));
  if (motion !== null && model === null) {
    state.motions = state.motions.filter((m) => m !== motion);
    open(find(motion));
  } else if (motion !== null) {
    state.motions = [motion];
    state.newMotion = true;
    show({ keepCamera: true });
  }
  if (model === null && motion === null) {
    if (state.id !== null && (texture || companion !== null)) show({ keepCamera: true });
    else if (companion !== null) open(find(companion));
    else if (texture) say("kept for the next model", "", true);
  }
  draw();
}

// ---- panel

const TABS = [["files", "Files"], ["scene", "Scene"], ["materials", "Materials"], ["motion", "Motion"], ["findings", "Findings"], ["bytes", "Bytes"]];
const pages = Object.fromEntries(TABS.map(([id, label]) => [id, el("section", { id: `page-${id}`, role: "tabpanel", ariaLabel: label, hidden: true })]));
$("pages").append(...Object.values(pages));
const hexview = new HexView(pages.bytes);
let current = "scene";

function tab(id, focus = false) {
  current = id;
  for (const [key] of TABS) pages[key].hidden = key !== id;
  for (const b of $("tabs").children) {
    b.setAttribute("aria-selected", String(b.dataset.tab === id));
    b.tabIndex = b.dataset.tab === id ? 0 : -1;
    if (focus && b.dataset.tab === id) b.focus();
  }
  if (id === "bytes" && hexview.id !== state.id && state.id !== null) hexview.show(state.id, 0).catch((e) => say(e.message, "error"));
}

function drawTabs() {
  const worst = state.error || state.findings.some((f) => f.severity === "error") ? "error" : state.findings.some((f) => f.severity === "warning") ? "warning" : "";
  const counts = { files: state.list.length > 1 ? state.list.length : 0, findings: state.findings.length + (state.error && !state.findings.length ? 1 : 0), motion: stage.gltf?.animations.length ?? 0 };
  $("tabs").replaceChildren(...TABS.map(([id, label]) => el("button", { type: "button", role: "tab", "data-tab": id, "aria-controls": `page-${id}`, onclick: () => tab(id) }, label,
    counts[id] ? el("span", { className: `count ${id === "findings" ? worst : ""}` }, String(counts[id])) : null)));
  tab(current);
}
$("tabs").addEventListener("keydown", (e) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
  if (!step) return;
  const at = TABS.findIndex(([id]) => id === current);
  tab(TABS[(at + step + TABS.length) % TABS.length][0], true);
  e.preventDefault();
});

const actions = {
  open,
  pick: () => $("pick").click(),
  lod: (lod) => { state.lod = lod; show({ keepCamera: true }); },
  collision: (on) => { state.collision = on; show({ keepCamera: true }); },
  select: (o) => { stage.select(o); tree?.reveal(o); },
  play,
  rest: () => { stage.toRest(); drawMotion(); drawPlayer(); },
  finding,
};

function draw() {
  pages.files.replaceChildren(...panels.files(state, actions).filter(Boolean));
  const levels = panels.levels(state, actions).filter(Boolean);
  if (stage.root) {
    tree = panels.tree(stage, actions);
    pages.scene.replaceChildren(...panels.about(state.report), ...levels, ...tree.nodes);
    pages.materials.replaceChildren(...panels.materials(stage, state.report));
  } else {
    pages.scene.replaceChildren(...panels.about(state.report));
    pages.materials.replaceChildren();
  }
  drawMotion();
  pages.findings.replaceChildren(...panels.findings(state.findings, state.error, actions));
  drawTabs();
  drawPlayer();
}

function drawMotion() {
  pages.motion.replaceChildren(...(stage.root ? panels.motion(stage, state, actions) : []));
}

// A finding names its object by path (meshes[3].name), by number (node 3 has …) or by a quoted name in its message.
function nameIn(f) {
  const scene = state.report?.scene, path = f.path ?? "", message = f.message ?? "";
  const at = (list, i) => (list && list[i] !== undefined ? (list[i].name ?? list[i]) : null);
  let wanted = null;
  for (const [, what, index] of path.matchAll(/(\w+)\[(\d+)\]/g)) {
    if (/^mesh/i.test(what)) wanted = at(scene?.meshes, Number(index)) ?? wanted;
    if (/bone|node|joint|part/i.test(what)) wanted = at(scene?.joints, Number(index)) ?? wanted;
    if (/material/i.test(what)) wanted = firstWith(at(scene?.materials, Number(index))) ?? wanted;
  }
  const chunk = (state.report?.mesh_fields ?? []).findIndex((m) => path.startsWith(`${m}.`));
  const node = /\b(?:node|bone) (\d+)\b/.exec(message)?.[1];
  const quoted = /["“`]([^"”`]+)["”`]/.exec(message)?.[1];
  const only = scene?.meshes.length === 1 ? scene.meshes[0].name : null;
  return [wanted, at(scene?.meshes, chunk), node ? at(scene?.joints, Number(node)) : null, quoted, only];
}

function finding(f) {
  const object = nameIn(f).map(byName).find(Boolean);
  if (object) { actions.select(object); stage.frame(object.isBone ? undefined : object); }
  if (f.offset !== null && f.offset !== undefined && state.id !== null) {
    tab("bytes");
    hexview.show(state.id, f.offset, f.offset).catch((e) => say(e.message, "error"));
  }
}
const firstWith = (material) => { for (const [mesh, m] of stage.originals ?? []) if ([m].flat().some((x) => x.name === material)) return panels.nameOf(mesh); return null; };
// Of a mesh and the bone it belongs to, which have one name, the mesh: it can be seen.
function byName(name) {
  let found = null;
  const seen = (o) => o.isMesh || o.children.some((c) => c.isMesh);
  if (name) stage.root?.traverse((o) => { if ([name, `${name}#mesh`].includes(panels.nameOf(o)) && (!found || (seen(o) && !seen(found)))) found = o; });
  return found;
}

// ---- animation

function play(index) {
  stage.play(index);
  drawMotion();
  drawPlayer();
}

const player = {
  toggle: el("button", { type: "button", id: "toggle", ariaLabel: "Play or pause", onclick: () => toggle() }),
  clip: el("select", { ariaLabel: "Animation", onchange: (e) => (e.target.value === "" ? actions.rest() : play(Number(e.target.value))) }),
  scrub: el("input", { type: "range", id: "scrub", min: 0, step: 0.001, ariaLabel: "Time", oninput: (e) => { stage.playing = false; stage.seek(Number(e.target.value)); drawPlayer(); } }),
  time: el("output", {}),
  speed: el("select", { ariaLabel: "Speed", onchange: (e) => { stage.speed = Number(e.target.value); } }, [0.1, 0.25, 0.5, 1, 2].map((s) => el("option", { value: s, selected: s === 1 }, `${s}×`))),
};
$("player").append(player.toggle, player.clip, player.scrub, player.time, player.speed);

function toggle() {
  if (!stage.clip && stage.gltf?.animations.length) { play(0); return; }
  stage.playing = !stage.playing && stage.clip?.duration > 0;
  stage.clock.update(performance.now());
  drawPlayer();
}

function drawPlayer() {
  const clips = stage.gltf?.animations ?? [];
  $("player").hidden = clips.length === 0;
  if (!clips.length) return;
  player.clip.replaceChildren(el("option", { value: "", selected: !stage.clip }, "rest pose"), ...clips.map((c, i) => el("option", { value: i, selected: c === stage.clip }, c.name || `animation ${i + 1}`)));
  player.toggle.textContent = stage.playing ? "❚❚" : "▶";
  player.scrub.max = stage.clip?.duration ?? 0;
  player.scrub.disabled = !stage.clip || !stage.clip.duration;
  drawTime();
}
function drawTime() {
  player.scrub.value = stage.time;
  player.time.textContent = stage.clip ? `${stage.time.toFixed(2)} / ${stage.clip.duration.toFixed(2)} s` : "";
}
stage.onframe = () => { if (stage.clip) drawTime(); document.body.dataset.frames = String(stage.renderer.info.render.frame); };

// ---- tools

function setBones() {
  stage.bones?.show(state.bones || (!!stage.root && stage.originals.size === 0), state.names);
  stage.touch();
}
const TOOLS = [
  { id: "frame", key: "F", word: "Frame", run: () => stage.frame(stage.selected ?? undefined) },
  { id: "wire", key: "W", word: "Wireframe", toggle: () => { stage.setWire(!stage.wire); return stage.wire; } },
  { id: "normals", key: "N", word: "Normals", toggle: () => mode("normals") },
  { id: "uv", key: "U", word: "UV", toggle: () => mode("uv") },
  { id: "clay", key: "C", word: "Clay", toggle: () => mode("clay") },
  { id: "bones", key: "K", word: "Bones", toggle: () => { const next = !state.bones ? [true, false] : !state.names ? [true, true] : [false, false]; [state.bones, state.names] = next; setBones(); say(state.bones ? (state.names ? "bones with names" : "bones; again for names") : "no bones"); return state.bones; } },
  { id: "grid", key: "G", word: "Grid", toggle: () => { stage.grid.visible = !stage.grid.visible; stage.touch(); return stage.grid.visible; } },
  { id: "light", key: "L", word: "Light", run: () => say(`light: ${stage.nextLight()}`) },
  { id: "background", key: "B", word: "Background", run: () => say(`background: ${stage.nextBackground()}`) },
  { id: "theme", key: "T", word: "Theme", run: () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark") },
  { id: "shot", key: "S", word: "Screenshot", run: shoot },
  { id: "save", key: "D", word: "GLB", run: () => buffer && save(new Blob([buffer], { type: "model/gltf-binary" }), `${base()}.glb`) },
  { id: "reload", key: "R", word: "Reload", run: () => state.id !== null && show({ keepCamera: true }) },
  { id: "help", key: "?", word: "Keys", run: () => $("keys").showModal() },
];
const base = () => ($("title").textContent.split("/").pop() || "model").replace(/\.[^.]+$/, "");

function mode(name) {
  const now = stage.setMode(name);
  for (const id of ["normals", "uv", "clay"]) $(`tool-${id}`).setAttribute("aria-pressed", String(now === id));
  return now === name;
}
async function shoot() { save(await stage.screenshot(), `${base()}.png`); say("screenshot saved"); }

for (const t of TOOLS) {
  const button = el("button", { type: "button", id: `tool-${t.id}`, title: `${t.word} (${t.key})`, ariaLabel: t.word, onclick: () => use(t) }, icon(t.id));
  if (t.toggle) button.setAttribute("aria-pressed", "false");
  $("tools").append(button);
}
function use(t) {
  const on = (t.toggle ?? t.run)();
  if (t.toggle) $(`tool-${t.id}`).setAttribute("aria-pressed", String(!!on));
}

const KEYS = [...TOOLS.map((t) => [t.key, t.word.toLowerCase()]), ["Space", "play, pause"], [", .", "one frame back, forward"], ["← → ↑ ↓", "turn"], ["+ −", "nearer, farther"], ["1 … 6", "pages of the panel"], ["P", "fold the panel"], ["[ ]", "previous, next file"], ["O", "open files"], ["Click", "select"], ["Esc", "unselect, close"]];
$("keys").append(el("h1", {}, "Keys"), el("dl", {}, KEYS.map(([k, what]) => [el("dt", {}, el("kbd", {}, k)), el("dd", {}, what)])), el("p", { className: "soft" }, "Drag turns, right drag or two fingers move, the wheel or a pinch zooms."), el("form", { method: "dialog" }, el("button", {}, "Close")));

function step(by) {
  if (!stage.clip) return;
  stage.playing = false;
  stage.seek(stage.time + by / 30);
  drawPlayer();
}
function neighbour(by) {
  const models = state.list.filter((f) => f.kind !== "motion");
  const at = models.findIndex((f) => f.id === state.id);
  if (models[at + by]) open(models[at + by]);
}
function fold() {
  const folded = document.body.classList.toggle("folded");
  $("fold").setAttribute("aria-expanded", String(!folded));
}
$("fold").addEventListener("click", fold);

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const here = document.activeElement;
  if (document.querySelector("dialog[open]")) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(here?.tagName) && !(here.type === "checkbox" || (here.type === "range" && !e.key.startsWith("Arrow")))) return;
  const tool = TOOLS.find((t) => t.key.toLowerCase() === e.key.toLowerCase());
  const onCanvas = here === $("canvas") || here === document.body;
  const more = {
    " ": here?.tagName === "BUTTON" ? null : toggle, ",": () => step(-1), ".": () => step(1), "[": () => neighbour(-1), "]": () => neighbour(1),
    "+": () => zoom(0.85), "=": () => zoom(0.85), "-": () => zoom(1.18), p: fold, P: fold, o: actions.pick, O: actions.pick, Escape: () => { stage.select(null); quiet(); },
    ArrowLeft: onCanvas ? () => stage.turn(-0.12, 0) : null, ArrowRight: onCanvas ? () => stage.turn(0.12, 0) : null, ArrowUp: onCanvas ? () => stage.turn(0, -0.1) : null, ArrowDown: onCanvas ? () => stage.turn(0, 0.1) : null,
  }[e.key];
  const page = /^[1-6]$/.test(e.key) ? () => { document.body.classList.remove("folded"); tab(TABS[Number(e.key) - 1][0], true); } : null;
  const run = tool ? () => use(tool) : (more ?? page);
  if (run) { run(); e.preventDefault(); }
});
function zoom(by) {
  stage.camera.position.sub(stage.controls.target).multiplyScalar(by).add(stage.controls.target);
  stage.controls.update();
  stage.touch();
}

// A click that does not turn the model selects what is under it.
let pressed = null;
$("canvas").addEventListener("pointerdown", (e) => { pressed = e.button === 0 && e.isPrimary ? [e.clientX, e.clientY] : null; });
$("canvas").addEventListener("pointerup", (e) => {
  if (!pressed || Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) > 4) return;
  const object = stage.pick(e.clientX, e.clientY);
  if (object) actions.select(object); else stage.select(null);
});

// ---- drag and drop

let depth = 0;
addEventListener("dragenter", (e) => { if ([...e.dataTransfer.types].includes("Files")) { depth++; $("drop").hidden = false; } });
addEventListener("dragleave", () => { if (--depth <= 0) { depth = 0; $("drop").hidden = true; } });
addEventListener("dragover", (e) => e.preventDefault());
addEventListener("drop", (e) => { e.preventDefault(); depth = 0; $("drop").hidden = true; add([...e.dataTransfer.files]); });
$("pick").addEventListener("change", (e) => { add([...e.target.files]); e.target.value = ""; });

// ---- start

api.watch((ids) => {
  if (ids.includes(state.id) || state.motions.some((m) => ids.includes(m))) { say("changed on disk, reloaded"); show({ keepCamera: true }); }
});
export async function start() {
  drawTabs();
  state.list = await api.list();
  const asked = Number(new URLSearchParams(location.search).get("file") ?? NaN);
  const first = state.list.find((f) => f.id === asked) ?? state.list.find((f) => f.kind === "model") ?? state.list[0];
  if (matchMedia("(max-width: 720px)").matches) fold();
  if (first) {
    if (state.list.length > 1) current = "files";
    // Motions named beside one model are for it.
    const models = state.list.filter((f) => f.kind === "model"), motions = state.list.filter((f) => f.kind === "motion");
    state.id = first.id;
    if (models.length === 1 && motions.length && motions.length <= 8) { state.motions = motions.map((m) => m.id); state.newMotion = false; }
    show();
  } else {
    draw();
    document.body.dataset.state = "empty";
    say([el("strong", {}, "Drop a model here"), el("span", {}, "with its textures and motions, or "), el("button", { type: "button", onclick: actions.pick }, "open files…")], "welcome", true);
  }
}
