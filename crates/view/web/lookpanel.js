// The page of looking: channels, light, tone, sides, measuring, two models next to each other.
import { button, el } from "./dom.js";
import { LIGHTS } from "./environment.js";
import { LOOKS } from "./looks.js";
import { CURVES } from "./stage.js";
import { SIDES } from "./view.js";

export function looking(stage, state, actions) {
  const select = (id, label, options, value, onchange) => el("div", { className: "row" }, el("label", { htmlFor: id }, label),
    el("select", { id, onchange: (e) => onchange(e.target.value) }, options.map(([v, word]) => el("option", { value: v, selected: String(v) === String(value) }, word))));
  const exposure = el("input", { type: "range", id: "exposure", min: -3, max: 3, step: 0.1, value: Math.log2(stage.exposure), ariaLabel: "Exposure", oninput: () => { stage.setTone(stage.curve, 2 ** Number(exposure.value)); stops.textContent = `${Number(exposure.value).toFixed(1)} stops`; } });
  const stops = el("output", { className: "soft" }, `${Math.log2(stage.exposure).toFixed(1)} stops`);
  const fixable = state.findings.filter((f) => f.fixable).length;
  const others = state.list.filter((f) => f.kind !== "motion" && f.kind !== "archive" && f.id !== state.id);
  return [
    el("h2", {}, "Surface"), select("look", "Show", LOOKS, stage.look, actions.look),
    select("wire", "Wireframe", [["", "none"], ["over", "over the surface"], ["alone", "alone"]], stage.wire, actions.wire),
    el("h2", {}, "Light"), select("light", "Lamps", LIGHTS.map((l) => [l, l]), stage.lamps.name, (v) => stage.setLight(v)),
    select("curve", "Tone curve", Object.keys(CURVES).map((c) => [c, c]), stage.curve, (v) => stage.setTone(v, stage.exposure)),
    el("div", { className: "row" }, el("label", { htmlFor: "exposure" }, "Exposure"), exposure, stops),
    el("h2", {}, "Camera"), el("div", { className: "row wrap", id: "sides" }, Object.keys(SIDES).map((s) => button(s, () => actions.side(s)))),
    el("div", { className: "row" }, el("label", {}, el("input", { type: "checkbox", id: "flat", checked: stage.view.flat, onchange: (e) => actions.flat(e.target.checked) }), " without perspective (X)")),
    el("h2", {}, "Side by side"),
    select("other", "Next to it", [["", "nothing"], ...(fixable ? [["fixed", `after repair (${fixable})`]] : []), ...others.slice(0, 500).map((f) => [f.id, f.name])], state.other, actions.compare),
  ];
}
