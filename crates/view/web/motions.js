// The page of motions: what the model holds, which files fit it, shape keys.
import { button, el, fits as holds, number } from "./dom.js";
import { isFace } from "./motion.js";

const MOST = 200;

// `fits`: how many tracks of each motion file name something of this model, once known.
export function motion(stage, state, actions) {
  return [...clips(stage, actions), ...motionFiles(state, actions), ...shapeKeys(stage)];
}

function clips(stage, actions) {
  const all = stage.gltf.animations;
  if (!all.length) return [el("h2", {}, "Animations"), el("p", { className: "soft" }, "none in this file; drop a motion or pose on the page, or choose one from the files")];
  const both = all.some(isFace) && !all.every(isFace);
  return [el("h2", {}, "Animations"),
    el("ul", { className: "list", id: "clips" }, all.map((c, i) => el("li", {}, el("button", { type: "button", "aria-current": String(stage.motion.plays(c)), onclick: () => actions.play(i) },
      el("span", {}, c.name || `animation ${i + 1}`), el("small", {}, [isFace(c) ? "face" : null, c.duration ? `${c.duration.toFixed(2)} s` : "pose"].filter(Boolean).join(", ")))))),
    both ? el("p", { className: "soft" }, "a face and a body play together: choose one of each") : null,
    el("p", {}, button("Rest pose", actions.rest))];
}

function motionFiles(state, actions) {
  const motions = state.list.filter((f) => f.kind === "motion");
  if (!motions.length) return [];
  const list = el("ul", { className: "list", id: "motions" }), more = el("p", { className: "soft" });
  const search = el("input", { type: "search", placeholder: "Search motions…", ariaLabel: "Search motions", value: state.motionSearch ?? "", oninput: draw });
  function draw() {
    state.motionSearch = search.value;
    const found = motions.filter((f) => holds(f.name, search.value));
    const fit = found.filter((f) => share(state.fits, f) > 0).sort((a, b) => share(state.fits, b) - share(state.fits, a)), rest = found.filter((f) => !fit.includes(f));
    const unknown = !state.fits;
    list.replaceChildren(...[...fit, ...rest].slice(0, MOST).map((f) => el("li", {}, el("button", { type: "button", className: unknown || fit.includes(f) ? "" : "soft", "aria-current": String(state.motions.includes(f.id)), onclick: () => actions.open(f) }, f.name, el("small", {}, said(state.fits, f))))));
    const cut = found.length - MOST;
    more.textContent = [unknown ? "looking which ones fit…" : `${number.format(fit.length)} of ${number.format(found.length)} fit this model`, cut > 0 ? `${number.format(cut)} more; search to narrow` : ""].filter(Boolean).join("; ");
  }
  draw();
  return [el("h2", {}, "Motion and pose files"), motions.length > 8 ? search : null, more, list];
}

function share(fits, f) {
  const [bound, all] = fits?.[f.id] ?? [0, 0];
  return all ? bound / all : 0;
}

function said(fits, f) {
  if (!fits) return f.format;
  const [bound, all] = fits[f.id] ?? [0, 0];
  return `${f.format}, ${bound === 0 ? "does not fit" : bound === all ? "fits" : `fits ${bound} of ${all}`}`;
}

function shapeKeys(stage) {
  // Primitives of one mesh share their targets: one slider moves them all.
  const byName = new Map();
  stage.root.traverse((o) => {
    if (o.userData.wire) return;
    for (const [name, i] of Object.entries(o.morphTargetDictionary ?? {})) { if (!byName.has(name)) byName.set(name, []); byName.get(name).push([o, i]); }
  });
  if (!byName.size) return [];
  return [el("h2", {}, "Shape keys"), el("div", { id: "morphs" }, [...byName].map(([name, targets]) => {
    const now = targets[0][0].morphTargetInfluences[targets[0][1]];
    const value = el("output", { className: "soft" }, now.toFixed(2));
    const slider = el("input", { type: "range", min: 0, max: 1, step: 0.01, value: now, ariaLabel: name, className: "grow", oninput: () => {
      for (const [o, i] of targets) o.morphTargetInfluences[i] = Number(slider.value);
      value.textContent = Number(slider.value).toFixed(2);
      stage.touch();
    } });
    return el("div", { className: "row" }, el("label", { title: name }, name), slider, value);
  }))];
}
