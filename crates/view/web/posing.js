// The page of posing: the chosen bone, and what is done with the pose.
import { button, el, nameOf, save } from "./dom.js";
import * as api from "./api.js";
import { failed, say } from "./notice.js";

export function posing(stage, poser, state, actions) {
  if (!stage.bones?.nodes.length) return [el("p", { className: "soft" }, "this model has no bones")];
  const toggle = el("button", { type: "button", id: "posing", "aria-pressed": String(poser.on), onclick: () => actions.posing(!poser.on) }, poser.on ? "Posing" : "Pose by hand");
  const bones = el("select", { id: "bone", ariaLabel: "Bone", onchange: (e) => actions.bone(stage.bones.nodes[Number(e.target.value)] ?? null) },
    el("option", { value: -1, selected: !poser.bone }, "choose a bone, or click one"), stage.bones.nodes.map((b, i) => el("option", { value: i, selected: b === poser.bone }, nameOf(b))));
  const mode = (id, word) => el("button", { type: "button", "aria-pressed": String(poser.gizmo.mode === id), onclick: () => { poser.mode(id); actions.drawPose(); } }, word);
  return [
    el("div", { className: "row" }, toggle, poser.on ? [mode("rotate", "Turn"), mode("translate", "Move")] : el("span", { className: "soft" }, "E")),
    poser.on ? el("div", { className: "row" }, bones) : null,
    poser.on && poser.bone ? angles(poser) : null,
    poser.on ? el("div", { className: "row wrap", id: "pose-steps" },
      button("Undo", () => poser.undo(), { disabled: !poser.done.length }), button("Redo", () => poser.redo(), { disabled: !poser.undone.length }),
      button("Mirror left/right", () => poser.mirror()), button("Reset bone", () => poser.toRest(poser.bone), { disabled: !poser.bone }), button("Reset all", () => poser.toRest())) : null,
    el("h2", {}, "Pose files"),
    el("div", { className: "row wrap", id: "pose-files" }, button("Load .pose…", actions.pick), button("Save .pose", () => keep("pose")), button("Save GLB", () => keep("glb")), button("Save .xps", () => keep("xps"))),
    el("p", { className: "soft" }, "GLB and .xps hold the model as it stands; in .xps this is the default pose."),
  ];

  async function keep(to) {
    try {
      const { blob, findings } = await api.posed(state.id, to, poser.moved());
      save(blob, `${actions.base()}-posed.${to}`);
      const lost = findings.filter((f) => f.severity !== "info");
      say(lost.length ? `saved; ${lost[0].message}` : "saved");
    } catch (e) { failed(e); }
  }
}

// Degrees around the bone's own axes, for people who type.
function angles(poser) {
  const now = poser.angles(poser.bone);
  const inputs = now.map((v, i) => el("input", { type: "number", step: 1, value: v, ariaLabel: `Degrees around ${"xyz"[i]}`, onchange: () => poser.turn(poser.bone, inputs.map((x) => Number(x.value) || 0)) }));
  return el("div", { className: "row", id: "angles" }, inputs.map((x, i) => el("label", {}, `${"xyz"[i]} `, x)), el("span", { className: "soft" }, "°"));
}
