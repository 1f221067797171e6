// The page: what is open, what is shown, what the buttons do.
import { $, el, hex, nameOf, save } from "./dom.js";
import * as api from "./api.js";
import { Drop } from "./drop.js";
import { Files } from "./files.js";
import { Finder } from "./finder.js";
import { Poser } from "./gizmo.js";
import { HexView } from "./hexview.js";
import { listen } from "./keys.js";
import { looking } from "./lookpanel.js";
import { Measure } from "./measure.js";
import { motion } from "./motions.js";
import { failed, quiet, say } from "./notice.js";
import * as panels from "./panels.js";
import { Player } from "./player.js";
import { posing } from "./posing.js";
import { Stage } from "./stage.js";
import { Tabs } from "./tabs.js";
import * as theme from "./theme.js";
import { Tools } from "./tools.js";
import { Tree } from "./tree.js";

const NO_WEBGL = "this browser shows no 3D: WebGL is off or missing; files, findings, bytes and downloads work";

export class App {
  constructor() {
    // Pages of the panel hand these to their buttons.
    for (const name of Object.getOwnPropertyNames(App.prototype)) if (name !== "constructor") this[name] = this[name].bind(this);
    this.state = { list: [], id: null, lod: 0, collision: false, motions: [], report: null, findings: [], converted: [], error: null, names: false, bones: false, fits: null, other: "" };
    this.turn = 0;
    this.helps = {};
    this.stage = new Stage($("canvas"), $("stage"), $("labels"));
    this.poser = new Poser(this.stage, () => this.drawPose());
    this.measure = new Measure(this.stage);
    this.tabs = new Tabs((id) => this.opened(id));
    this.hexview = new HexView(this.tabs.pages.bytes);
    this.finder = new Finder(this.stage, this.state);
    this.player = new Player(this.stage, this);
    this.tools = new Tools(this);
    this.files = new Files(this.state, this);
    this.tabs.fill("files", this.files.nodes);
    this.stage.onframe = () => { if (this.stage.motion.clip) this.player.tick(); document.body.dataset.frames = String(this.stage.renderer.info.render.frame); };
    listen((key, ctrl, shift) => this.tools.forKey(key, ctrl, shift));
    this.listenToCanvas();
    addEventListener("popstate", (e) => { const file = this.state.list.find((f) => f.id === e.state?.file); if (file) this.open(file, false); });
    this.pick = () => $("pick").click();
    this.pickFolder = () => $("pick-folder").click();
  }

  // ---- opening

  async show({ keepCamera = false } = {}) {
    const mine = ++this.turn, { state, stage } = this;
    document.body.dataset.state = "loading";
    if (!keepCamera) say("Loading…", "", true);
    const file = state.list.find((f) => f.id === state.id);
    $("title").textContent = document.title = file ? file.name : "xenomesh";
    $("title").title = file?.name ?? "";
    $("canvas").setAttribute("aria-label", `Model ${file?.name ?? ""}: drag to turn, wheel to zoom, arrow keys turn, click selects`);
    const report = api.report(state.id).catch((e) => ({ error: e, findings: [], scene: null, bytes: 0, details: {} }));
    try {
      const made = await api.glb(state.id, state);
      const gltf = mine === this.turn ? await stage.parse(made.buffer) : null;
      if (mine !== this.turn) return;
      state.error = null;
      state.converted = made.findings;
      this.put(gltf, keepCamera);
      this.unbound(made.findings);
    } catch (e) {
      if (mine !== this.turn) return;
      this.fail(e);
    }
    state.report = null;
    state.fits = null;
    this.draw();
    this.setBones();
    document.body.dataset.state = state.error ? "error" : "ready";
    const done = await report;
    if (mine !== this.turn) return;
    this.reported(done);
  }

  put(gltf, keepCamera) {
    const { stage, state } = this, { motion: old } = stage;
    const clip = old.clip?.name, at = old.time, playing = old.playing, hidden = keepCamera ? switched(stage) : null;
    this.poser.reset();
    this.measure.clear();
    state.other = "";
    stage.show(gltf, keepCamera);
    if (hidden) stage.root.traverse((o) => { if (hidden.has(nameOf(o))) o.visible = !o.visible; });
    const again = gltf.animations.findIndex((a) => a.name === clip);
    if (state.newMotion && gltf.animations.length) stage.play(gltf.animations.length - 1);
    else if (keepCamera && again >= 0) { stage.play(again, at); stage.motion.playing = playing; }
    state.newMotion = false;
    if (stage.blind) say(NO_WEBGL, "error", true); else quiet();
  }

  // A motion that moves nothing of this model.
  unbound(findings) {
    const f = findings.find((x) => x.code === "MOTION_UNBOUND"), { state } = this;
    if (!f) return;
    state.motions = state.motions.filter((id) => !state.list.find((x) => x.id === id)?.name.endsWith(f.path));
    say(`${f.path} does not fit this model: ${f.message}`, "error", true);
  }

  fail(e) {
    const { state, stage } = this;
    stage.clear();
    stage.touch();
    state.error = e;
    state.converted = [];
    const place = e.offset !== null && e.offset !== undefined ? ` at byte 0x${hex(e.offset)}` : "";
    const help = this.helps[e.code];
    say([el("strong", {}, e.code ? `${e.code}: ` : ""), e.message, el("code", {}, place), e.path ? ` in ${e.path}` : "", help ? el("div", { className: "help" }, `help: ${help}`) : ""], "error", true);
  }

  reported(done) {
    const { state } = this, key = (f) => `${f.code}|${f.path}|${f.message}`;
    state.report = done;
    this.hexview.little = ![done.details?.byteOrder, done.details?.endian].includes("big");
    const known = new Set(done.findings.map(key));
    state.findings = [...done.findings, ...state.converted.filter((f) => !known.has(key(f)))];
    this.draw();
    document.body.dataset.report = "ready";
    if (state.error) this.tabs.open("findings");
  }

  open(file, push = true) {
    const { state } = this;
    if (file.kind === "motion" && state.id !== null && state.list.find((f) => f.id === state.id)?.kind !== "motion") { this.bind(file); return; }
    const again = state.id === file.id;
    Object.assign(state, { id: file.id, lod: 0, motions: [], collision: false });
    if (push && !again) history.pushState({ file: file.id }, "", `?file=${file.id}`);
    this.files.mark();
    this.show();
  }

  bind(file) {
    const { state } = this, on = state.motions.includes(file.id);
    state.motions = on ? state.motions.filter((m) => m !== file.id) : [...state.motions, file.id];
    state.newMotion = !on;
    this.files.mark();
    this.show({ keepCamera: true }).then(() => this.tabs.open("motion"));
  }

  // What was dropped: a model opens, a motion plays, textures and companions are looked for again.
  async taken(answers, folder) {
    const { state } = this, first = (kind) => answers.find((a) => a.kind === kind)?.id ?? null;
    const model = first("model") ?? answers.find((a) => a.kind === "archive" && a.id !== null)?.id ?? null, motionId = first("motion"), companion = first("companion"), texture = answers.some((a) => a.kind === "texture");
    await this.relist();
    const find = (id) => state.list.find((f) => f.id === id);
    if (model !== null) {
      this.open(find(model));
      if (motionId !== null && !folder) { state.motions = [motionId]; state.newMotion = true; this.show({ keepCamera: true }); }
    } else if (motionId !== null) { state.motions = state.motions.filter((m) => m !== motionId); this.open(find(motionId)); }
    else if (state.id !== null && (texture || companion !== null)) this.show({ keepCamera: true });
    else if (companion !== null) this.open(find(companion));
    else if (texture) say("kept for the next model", "", true);
    if ((folder || answers.some((a) => a.kind === "archive")) && state.list.length > 1) this.tabs.open("files");
  }

  async relist() {
    this.state.list = await api.list();
    this.files.draw();
    this.drawTabs();
    if (this.tabs.current === "motion") { this.state.fits = null; this.askFits(); }
  }

  // ---- drawing

  draw() {
    const { state, stage, tabs } = this;
    this.files.mark();
    const search = this.tree?.search.value;
    this.tree = stage.root ? new Tree(stage, this) : null;
    tabs.fill("scene", [...panels.about(state.report, state), ...panels.levels(state, this), ...(this.tree?.nodes ?? [])]);
    if (this.tree && search) { this.tree.search.value = search; this.tree.find(); }
    if (this.tree && stage.selected) this.tree.reveal(stage.selected);
    tabs.fill("materials", stage.root ? panels.materials(stage, state.report) : []);
    tabs.fill("findings", panels.findings(state.findings, state.error, this.helps, this));
    this.drawMotion();
    this.drawPose();
    this.drawLook();
    this.drawTabs();
    this.player.draw();
    this.opened(tabs.current);
  }

  drawMotion() { this.tabs.fill("motion", this.stage.root ? motion(this.stage, this.state, this) : []); }
  drawPose() { this.tabs.fill("pose", this.stage.root ? posing(this.stage, this.poser, this.state, this) : []); this.tools.mark(); }
  drawLook() { this.tabs.fill("look", this.stage.root ? looking(this.stage, this.state, this) : []); this.tools.mark(); }

  drawTabs() {
    const { state, tabs } = this, has = (s) => state.findings.some((f) => f.severity === s);
    tabs.count("files", state.list.length > 1 ? state.list.length : 0);
    tabs.count("motion", this.stage.gltf?.animations.length ?? 0);
    tabs.count("findings", state.findings.length + (state.error && !state.findings.length ? 1 : 0), state.error || has("error") ? "error" : has("warning") ? "warning" : "");
  }

  // A page of the panel was opened: what takes a while is asked for now.
  opened(id) {
    const { state } = this;
    if (id === "bytes" && state.id !== null && this.hexview.id !== state.id) this.hexview.show(state.id, 0).catch(failed);
    if (id === "motion") this.askFits();
  }

  async askFits() {
    const { state } = this, id = state.id;
    if (state.fits || this.asking === id || !this.stage.root || !state.list.some((f) => f.kind === "motion")) return;
    this.asking = id;
    const fits = await api.fits(id).catch(() => ({}));
    this.asking = null;
    if (state.id !== id) return;
    state.fits = fits;
    this.drawMotion();
  }

  // ---- what the pages do

  lod(lod) { this.state.lod = lod; this.show({ keepCamera: true }); }
  collision(on) { this.state.collision = on; this.show({ keepCamera: true }); }

  select(o) {
    this.stage.select(o);
    if (o) this.tree?.reveal(o); else this.tree?.unselect();
    if (this.poser.on && o?.isBone) this.bone(o);
  }

  play(index) { this.stage.play(index); this.drawMotion(); this.player.draw(); }
  rest() { this.stage.toRest(); this.drawMotion(); this.player.draw(); }

  posing(on) {
    this.poser.enable(on);
    if (on) { this.tabs.open("pose"); document.body.classList.remove("folded"); }
    this.setBones();
    this.player.draw();
    this.drawPose();
  }

  bone(bone) {
    this.poser.choose(bone);
    this.stage.select(bone);
    this.drawPose();
  }

  look(look) {
    this.stage.setLook(look);
    if (look === "weights" && !this.stage.selected?.isBone) say("select a bone in the tree to see what it moves");
    this.drawLook();
  }

  wire(wire) { this.stage.setWire(wire); this.drawLook(); }
  side(side) { this.stage.frame(null, side); }
  flat(on) { this.stage.view.setFlat(on); this.poser.gizmo.camera = this.stage.camera; this.drawLook(); }

  async compare(value) {
    const { state, stage } = this, mine = this.turn;
    state.other = value;
    if (value === "") { stage.compare(null); return; }
    try {
      const made = value === "fixed" ? await api.glb(state.id, state, { fixed: true }) : await api.glb(Number(value), {});
      const gltf = await stage.parse(made.buffer);
      if (mine !== this.turn || state.other !== value) return;
      stage.compare(gltf);
      say(value === "fixed" ? "left as it is, right after repair" : "one camera for both");
    } catch (e) { failed(e); }
  }

  finding(f) {
    const object = this.finder.of(f);
    if (object) { this.select(object); this.stage.frame(object.isBone ? undefined : object); }
    if (f.offset === null || f.offset === undefined || this.state.id === null) return;
    this.tabs.open("bytes");
    this.hexview.show(this.state.id, f.offset, f.offset).catch(failed);
  }

  setBones() {
    const { stage, state } = this;
    stage.bones?.show(state.bones || this.poser.on || (!!stage.root && stage.originals.size === 0), state.names);
    stage.touch();
  }

  // The name of what is shown, without folders and extension.
  base() { return ($("title").textContent.split("/").pop() || "model").replace(/\.[^.]+$/, ""); }

  async shoot() { save(await this.stage.screenshot(), `${this.base()}.png`); say("screenshot saved"); }

  async download() {
    if (this.state.id === null || this.state.error) return;
    try { save(await api.converted(this.state.id, this.state), `${this.base()}.glb`); } catch (e) { failed(e); }
  }

  neighbour(by) {
    const models = this.state.list.filter((f) => f.kind !== "motion"), at = models.findIndex((f) => f.id === this.state.id);
    if (models[at + by]) this.open(models[at + by]);
  }

  // A click that does not turn the model selects what is under it, a bone while posing, a point while measuring.
  listenToCanvas() {
    let pressed = null;
    $("canvas").addEventListener("pointerdown", (e) => { pressed = e.button === 0 && e.isPrimary && !this.poser.busy ? [e.clientX, e.clientY] : null; });
    $("canvas").addEventListener("pointerup", (e) => {
      if (!pressed || Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) > 4) return;
      this.clicked(e.clientX, e.clientY);
    });
  }

  clicked(x, y) {
    if (this.measure.on) {
      const length = this.measure.click(x, y);
      if (length !== undefined) say(length === null ? "now the second point" : `length ${Number(length.toPrecision(5))}`, "", true);
      return;
    }
    const bone = this.poser.on ? this.poser.at(x, y) : null;
    if (bone) this.bone(bone);
    else if (!this.poser.on) this.select(this.stage.pick(x, y));
  }

  // ---- start

  async start() {
    theme.start();
    // Without a network from the second visit on; where a page may not keep itself, it works as before.
    if (api.local) navigator.serviceWorker?.register("offline.js").catch(() => {});
    const { state } = this;
    try {
      const about = await api.about();
      this.helps = about.help;
      this.drop = new Drop(about.uploadLimit, (answers, folder) => this.taken(answers, folder));
      api.watch((ids) => this.changed(ids), () => this.relist());
      state.list = await api.list();
    } catch (e) { failed(e); return; }
    this.files.draw();
    const asked = Number(new URLSearchParams(location.search).get("file") ?? NaN);
    const first = state.list.find((f) => f.id === asked) ?? state.list.find((f) => f.kind === "model") ?? state.list[0];
    if (matchMedia("(max-width: 720px)").matches) this.tools.fold();
    if (!first) { this.welcome(); return; }
    if (state.list.length > 1) this.tabs.open("files");
    // Motions named next to one model are for it.
    const models = state.list.filter((f) => f.kind === "model"), motions = state.list.filter((f) => f.kind === "motion");
    state.id = first.id;
    history.replaceState({ file: first.id }, "", location.search);
    if (models.length === 1 && motions.length && motions.length <= 8) { state.motions = motions.map((m) => m.id); state.newMotion = false; }
    this.show();
  }

  welcome() {
    this.draw();
    document.body.dataset.state = "empty";
    say([el("strong", {}, "Drop a model here"), el("span", {}, "or its folder, with textures and motions, or "), el("button", { type: "button", onclick: this.pick }, "open files…"), api.local ? el("span", {}, "Nothing leaves this computer.") : "", this.stage.blind ? el("span", { className: "error" }, NO_WEBGL) : ""], "welcome", true);
  }

  changed(ids) {
    if (!ids.includes(this.state.id) && !this.state.motions.some((m) => ids.includes(m))) return;
    say("changed on disk, reloaded");
    this.show({ keepCamera: true });
  }
}

// Objects whose visibility is not what the file says.
function switched(stage) {
  const out = new Set();
  stage.root?.traverse((o) => {
    const start = o.userData.gltfExtensions?.KHR_node_visibility?.visible ?? true;
    if (o.visible !== start) out.add(nameOf(o));
  });
  return out;
}
