// The bar below the model: play, time, speed.
import { $, el } from "./dom.js";

export class Player {
  constructor(stage, actions) {
    Object.assign(this, { stage, actions });
    this.button = el("button", { type: "button", id: "toggle", ariaLabel: "Play or pause", onclick: () => this.toggle() });
    this.clip = el("select", { ariaLabel: "Animation", onchange: (e) => (e.target.value === "" ? actions.rest() : actions.play(Number(e.target.value))) });
    this.scrub = el("input", { type: "range", id: "scrub", min: 0, step: 0.001, ariaLabel: "Time", oninput: (e) => { stage.motion.playing = false; stage.seek(Number(e.target.value)); this.draw(); } });
    this.time = el("output", {});
    this.speed = el("select", { ariaLabel: "Speed", onchange: (e) => { stage.motion.speed = Number(e.target.value); } }, [0.1, 0.25, 0.5, 1, 2].map((s) => el("option", { value: s, selected: s === 1 }, `${s}×`)));
    $("player").append(this.button, this.clip, this.scrub, this.time, this.speed);
  }

  toggle() {
    const { motion } = this.stage;
    if (!motion.clip) { if (motion.clips.length) this.actions.play(0); return; }
    motion.playing = !motion.playing && motion.duration > 0;
    this.stage.clock.update(performance.now());
    this.draw();
  }

  step(by) {
    if (!this.stage.motion.clip) return;
    this.stage.motion.playing = false;
    this.stage.seek(this.stage.motion.time + by / 30);
    this.draw();
  }

  draw() {
    const { motion } = this.stage;
    $("player").hidden = motion.clips.length === 0;
    if (!motion.clips.length) return;
    motion.speed = Number(this.speed.value);
    this.clip.replaceChildren(el("option", { value: "", selected: !motion.clip }, "rest pose"), ...motion.clips.map((c, i) => el("option", { value: i, selected: c === motion.clip }, c.name || `animation ${i + 1}`)));
    this.button.textContent = motion.playing ? "❚❚" : "▶";
    this.scrub.max = motion.duration;
    this.scrub.disabled = !motion.duration;
    this.tick();
  }

  tick() {
    const { motion } = this.stage;
    this.scrub.value = motion.time;
    this.time.textContent = motion.clip ? `${motion.time.toFixed(2)} / ${motion.duration.toFixed(2)} s` : "";
  }
}
