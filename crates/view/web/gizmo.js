// Posing by hand: bones are chosen by a click, turned and moved by a gizmo; every step can be undone.
import * as THREE from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { nameOf } from "./dom.js";

const STEPS = 200;
const REACH = 16; // pixels

export class Poser {
  constructor(stage, changed) {
    this.stage = stage;
    this.changed = changed;
    this.on = false;
    this.undone = [];
    this.done = [];
    this.gizmo = new TransformControls(stage.camera, stage.canvas);
    this.gizmo.setMode("rotate");
    this.gizmo.setSpace("local");
    this.gizmo.setSize(0.8);
    this.gizmo.addEventListener("change", () => stage.touch());
    this.gizmo.addEventListener("mouseDown", () => this.keep());
    this.gizmo.addEventListener("mouseUp", () => this.changed());
    this.gizmo.addEventListener("dragging-changed", (e) => { stage.controls.enabled = !e.value; });
    this.helper = this.gizmo.getHelper();
    stage.helpers.add(this.helper);
  }

  get bones() { return this.stage.bones?.nodes ?? []; }
  get busy() { return this.gizmo.dragging || (this.on && this.gizmo.axis !== null); }

  enable(on) {
    this.on = on;
    this.stage.motion.playing = false;
    if (!on) this.choose(null);
    this.stage.touch();
  }

  // Another model: nothing remains of the last one.
  reset() {
    this.done = [];
    this.undone = [];
    this.choose(null);
  }

  choose(bone) {
    this.bone = bone;
    this.gizmo.camera = this.stage.camera;
    if (bone) this.gizmo.attach(bone); else this.gizmo.detach();
    this.stage.touch();
  }

  mode(mode) { this.gizmo.setMode(mode); this.stage.touch(); }

  // The bone nearest to a place of the canvas.
  at(x, y) {
    const { left, top, width, height } = this.stage.canvas.getBoundingClientRect();
    const p = new THREE.Vector3(), far = (b) => {
      p.setFromMatrixPosition(b.matrixWorld).project(this.stage.camera);
      return p.z > 1 ? Infinity : Math.hypot((p.x * 0.5 + 0.5) * width + left - x, (0.5 - p.y * 0.5) * height + top - y);
    };
    const [best] = this.bones.map((b) => [far(b), b]).sort((a, b) => a[0] - b[0]);
    return best && best[0] <= REACH ? best[1] : null;
  }

  snapshot() { return this.bones.map((b) => [b, b.position.clone(), b.quaternion.clone(), b.scale.clone()]); }

  keep() {
    this.done.push(this.snapshot());
    if (this.done.length > STEPS) this.done.shift();
    this.undone = [];
  }

  undo() { this.swap(this.done, this.undone); }
  redo() { this.swap(this.undone, this.done); }
  swap(from, to) {
    const pose = from.pop();
    if (!pose) return;
    to.push(this.snapshot());
    this.stage.restore(pose);
    this.changed();
  }

  rest() { return new Map(this.stage.restPose.map((r) => [r[0], r])); }

  // One bone, or all, as the file has them.
  toRest(bone = null) {
    this.keep();
    const rest = this.rest();
    this.stage.restore((bone ? [bone] : this.bones).map((b) => rest.get(b)).map(([o, p, q, s]) => [o, p, q, s]));
    this.changed();
  }

  // Turns one bone by degrees around its own axes, for people who type.
  turn(bone, [x, y, z]) {
    this.keep();
    const [, , q] = this.rest().get(bone);
    bone.quaternion.copy(q).multiply(new THREE.Quaternion().setFromEuler(new THREE.Euler(...[x, y, z].map(THREE.MathUtils.degToRad), "YXZ")));
    this.changed();
    this.stage.touch();
  }

  angles(bone) {
    const [, , q] = this.rest().get(bone);
    const e = new THREE.Euler().setFromQuaternion(q.clone().invert().multiply(bone.quaternion), "YXZ");
    return [e.x, e.y, e.z].map((v) => Math.round(THREE.MathUtils.radToDeg(v) * 100) / 100 + 0);
  }

  // Left becomes right: each bone takes what its partner did to the model, mirrored at x = 0.
  mirror() {
    this.keep();
    const { root } = this.stage, flip = new THREE.Matrix4().makeScale(-1, 1, 1);
    root.updateMatrixWorld(true);
    const now = new Map(this.bones.map((b) => [b, b.matrixWorld.clone()]));
    const pose = this.snapshot();
    this.stage.restore([...this.rest().values()].filter(([o]) => now.has(o)).map(([o, p, q, s]) => [o, p, q, s]));
    root.updateMatrixWorld(true);
    const rest = new Map(this.bones.map((b) => [b, b.matrixWorld.clone()]));
    const named = new Map(this.bones.map((b) => [nameOf(b), b]));
    const moved = new Map(pose.map(([b]) => [b, now.get(b).clone().multiply(rest.get(b).clone().invert())]));
    // Parents come before their children in the tree.
    for (const bone of this.bones) {
      const partner = named.get(mirrored(nameOf(bone))) ?? bone;
      const world = flip.clone().multiply(moved.get(partner)).multiply(flip).multiply(rest.get(bone));
      bone.parent.updateWorldMatrix(true, false);
      bone.parent.matrixWorld.clone().invert().multiply(world).decompose(bone.position, bone.quaternion, bone.scale);
      bone.updateMatrixWorld(true);
    }
    this.changed();
    this.stage.touch();
  }

  // What differs from the file, for the server: name → translation, rotation, scale.
  moved() {
    const rest = this.rest(), out = {};
    for (const b of this.bones) {
      const [, p, q, s] = rest.get(b);
      if (b.position.distanceTo(p) > 1e-6 || Math.abs(b.quaternion.dot(q)) < 1 - 1e-9 || b.scale.distanceTo(s) > 1e-6) out[nameOf(b)] = { translation: b.position.toArray(), rotation: b.quaternion.toArray(), scale: b.scale.toArray() };
    }
    return out;
  }
}

// The other side of a name: words, Blender's endings, and the short ones of games.
const SIDES = [[/\bleft\b/gi, /\bright\b/gi, "left", "right"], [/([._ -])l$/gi, /([._ -])r$/gi, "$1l", "$1r"], [/^l([._ -])/gi, /^r([._ -])/gi, "l$1", "r$1"], [/([._ ])l([._ ])/gi, /([._ ])r([._ ])/gi, "$1l$2", "$1r$2"], [/left/gi, /right/gi, "left", "right"]];
export function mirrored(name) {
  for (const [left, right, l, r] of SIDES) {
    for (const [from, to] of [[left, r], [right, l]]) {
      if (name.search(from) < 0) continue;
      return name.replace(from, (...m) => {
        const text = to.replace(/\$(\d)/g, (_, n) => m[n]);
        return m[0] === m[0].toUpperCase() ? text.toUpperCase() : /^[A-Z]/.test(m[0]) ? text[0].toUpperCase() + text.slice(1) : text;
      });
    }
  }
  return name;
}
