// The buttons over the model and the keys.
import { $, el } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./notice.js";
import { TABS } from "./tabs.js";
import * as theme from "./theme.js";
import { SIDES } from "./view.js";

const WIRES = { "": "over", over: "alone", alone: "" };

export class Tools {
  constructor(app) {
    this.app = app;
    const { stage } = app, look = (id) => () => app.look(stage.look === id ? "shaded" : id);
    this.list = [
      { id: "frame", key: "F", word: "Frame", run: () => stage.frame(stage.selected ?? undefined) },
      { id: "side", key: "V", word: "Next side", run: () => this.nextSide() },
      { id: "wire", key: "W", word: "Wireframe", run: () => app.wire(WIRES[stage.wire]), on: () => stage.wire !== "" },
      { id: "normals", key: "N", word: "Normals", run: look("normals"), on: () => stage.look === "normals" },
      { id: "uv", key: "U", word: "UV checker", run: look("uv"), on: () => stage.look === "uv" },
      { id: "clay", key: "C", word: "Clay", run: look("clay"), on: () => stage.look === "clay" },
      { id: "bones", key: "K", word: "Bones", run: () => this.bones(), on: () => app.state.bones },
      { id: "pose", key: "E", word: "Pose by hand", run: () => app.posing(!app.poser.on), on: () => app.poser.on },
      { id: "measure", key: "M", word: "Measure", run: () => this.measure(), on: () => app.measure.on },
      { id: "grid", key: "G", word: "Grid", run: () => { stage.grid.visible = !stage.grid.visible; stage.touch(); }, on: () => stage.grid.visible },
      { id: "light", key: "L", word: "Light", run: () => { say(`light: ${stage.nextLight()}`); app.drawLook(); } },
      { id: "background", key: "B", word: "Background", run: () => say(`background: ${stage.nextBackground()}`) },
      { id: "theme", key: "T", word: "Dark or light", run: theme.toggle },
      { id: "shot", key: "S", word: "Screenshot", run: () => app.shoot() },
      { id: "save", key: "D", word: "Download GLB", run: () => app.download() },
      { id: "reload", key: "R", word: "Reload", run: () => app.state.id !== null && app.show({ keepCamera: true }) },
      { id: "help", key: "?", word: "Keys", run: () => $("keys").showModal() },
    ];
    $("tools").append(...this.list.map((t) => el("button", { type: "button", id: `tool-${t.id}`, title: `${t.word} (${t.key})`, ariaLabel: t.word, onclick: () => this.use(t) }, icon(t.id))));
    $("fold").addEventListener("click", () => this.fold());
    this.keyList();
    this.mark();
  }

  use(t) { t.run(); this.mark(); }

  mark() { for (const t of this.list ?? []) if (t.on) $(`tool-${t.id}`).setAttribute("aria-pressed", String(t.on())); }

  nextSide() {
    const names = Object.keys(SIDES);
    this.at = ((this.at ?? 0) + 1) % names.length;
    this.app.side(names[this.at]);
    say(names[this.at]);
  }

  bones() {
    const { state } = this.app;
    [state.bones, state.names] = !state.bones ? [true, false] : !state.names ? [true, true] : [false, false];
    this.app.setBones();
    say(state.bones ? (state.names ? "bones with names" : "bones; again for names") : "no bones");
  }

  measure() {
    const { measure } = this.app;
    measure.enable(!measure.on);
    say(measure.on ? "click two points of the model" : "no measuring", "", measure.on);
  }

  fold() {
    const folded = document.body.classList.toggle("folded");
    $("fold").setAttribute("aria-expanded", String(!folded));
  }

  // What a key does.
  forKey(key, ctrl, shift) {
    const { app } = this, { view } = app.stage;
    if (ctrl) return app.poser.on && key.toLowerCase() === "z" ? () => (shift ? app.poser.redo() : app.poser.undo()) : app.poser.on && key.toLowerCase() === "y" ? () => app.poser.redo() : null;
    const tool = this.list.find((t) => t.key.toLowerCase() === key.toLowerCase());
    if (tool) return () => this.use(tool);
    if (/^[1-8]$/.test(key)) return () => { document.body.classList.remove("folded"); app.tabs.open(TABS[Number(key) - 1][0], true); };
    return {
      " ": () => app.player.toggle(), ",": () => app.player.step(-1), ".": () => app.player.step(1), "[": () => app.neighbour(-1), "]": () => app.neighbour(1),
      "+": () => view.zoom(0.85), "=": () => view.zoom(0.85), "-": () => view.zoom(1.18), p: () => this.fold(), P: () => this.fold(), o: app.pick, O: app.pick,
      x: () => app.flat(!view.flat), X: () => app.flat(!view.flat), Escape: () => { app.select(null); app.poser.choose(null); app.drawPose(); $("notice").hidden = true; },
      ArrowLeft: () => view.turn(-0.12, 0), ArrowRight: () => view.turn(0.12, 0), ArrowUp: () => view.turn(0, -0.1), ArrowDown: () => view.turn(0, 0.1),
    }[key];
  }

  keyList() {
    const keys = [...this.list.map((t) => [t.key, t.word.toLowerCase()]), ["X", "with or without perspective"], ["Space", "play, pause"], [", .", "one frame back, forward"], ["← → ↑ ↓", "turn"], ["+ −", "nearer, farther"], ["1 … 8", "pages of the panel"], ["P", "fold the panel"], ["[ ]", "previous, next file"], ["O", "open files"], ["Ctrl Z, Y", "undo, redo while posing"], ["Click", "select"], ["Esc", "unselect, close"]];
    $("keys").append(el("h1", {}, "Keys"), el("dl", {}, keys.map(([k, what]) => [el("dt", {}, el("kbd", {}, k)), el("dd", {}, what)])), el("p", { className: "soft" }, "Drag turns, right drag or two fingers move, the wheel or a pinch zooms."), el("form", { method: "dialog" }, el("button", {}, "Close")));
  }
}
