// The 3D part: one model, its light, its camera, and the ways of looking at it. Draws only when something changed.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { Bones } from "./bones.js";
import { Lamps, LIGHTS } from "./environment.js";
import { lookOf, weigh, wires } from "./looks.js";
import { Motion } from "./motion.js";
import { View } from "./view.js";

const BACKGROUNDS = ["", "white", "grey", "black", "checker"];
export const CURVES = { none: THREE.NoToneMapping, neutral: THREE.NeutralToneMapping, filmic: THREE.ACESFilmicToneMapping, agx: THREE.AgXToneMapping };

// Stands in where the browser has no WebGL: everything but the picture works.
const BLIND = { setPixelRatio() {}, setSize() {}, render() {}, setViewport() {}, setScissor() {}, setScissorTest() {}, clear() {}, info: { render: { frame: 0 } } };

function renderer(canvas) {
  try {
    return new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
  } catch {
    return null;
  }
}

export class Stage {
  constructor(canvas, holder, labels) {
    Object.assign(this, { canvas, holder, labels, look: "shaded", wire: "", background: 0, curve: "none", exposure: 1, stale: [], lines: [], onframe() {}, ondraw() {} });
    const real = renderer(canvas);
    this.blind = !real;
    this.renderer = real ?? BLIND;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.pixel = { value: new THREE.Vector2() };
    this.scene = new THREE.Scene();
    this.view = new View(canvas, holder, () => this.touch());
    this.lamps = new Lamps(this.scene);
    this.view.camera.add(this.lamps.group);
    this.scene.add(this.view.perspective, this.view.orthographic);
    this.addHelpers();
    this.setTone("none", 1);
    this.motion = new Motion(null, []);
    this.clock = new THREE.Timer();
    new ResizeObserver(() => this.resize()).observe(holder);
    this.resize();
    this.loop = this.loop.bind(this);
    requestAnimationFrame(this.loop);
  }

  get camera() { return this.view.camera; }
  get controls() { return this.view.controls; }

  addHelpers() {
    this.grid = new THREE.GridHelper(10, 20, 0x888888, 0x888888);
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.28;
    this.grid.visible = false;
    this.selection = new THREE.BoxHelper(new THREE.Object3D(), 0x2f9bff);
    this.selection.visible = false;
    this.selection.material.depthTest = false;
    // For what has no size, such as a bone.
    this.marker = new THREE.Points(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3()]), new THREE.PointsMaterial({ color: 0x2f9bff, size: 11, sizeAttenuation: false, depthTest: false, transparent: true }));
    this.marker.visible = this.marker.frustumCulled = false;
    this.marker.renderOrder = 11;
    // What belongs to the first of two models.
    this.helpers = new THREE.Group();
    this.helpers.add(this.grid, this.selection, this.marker);
    this.scene.add(this.helpers);
  }

  // Without a curve and at exposure 1 colours are what the file says; unlit ones always are.
  setTone(curve, exposure) {
    Object.assign(this, { curve, exposure });
    this.renderer.toneMapping = curve === "none" && exposure !== 1 ? THREE.LinearToneMapping : CURVES[curve];
    this.renderer.toneMappingExposure = exposure;
    this.touch();
  }

  setLight(name) { this.lamps.set(name); this.touch(); return name; }
  nextLight() { return this.setLight(LIGHTS[(LIGHTS.indexOf(this.lamps.name) + 1) % LIGHTS.length]); }

  nextBackground() {
    this.background = (this.background + 1) % BACKGROUNDS.length;
    this.holder.className = BACKGROUNDS[this.background];
    return BACKGROUNDS[this.background] || "theme";
  }

  parse(buffer) { return new GLTFLoader().parseAsync(buffer, ""); }

  show(gltf, keepCamera) {
    this.clear();
    this.gltf = gltf;
    this.root = gltf.scene;
    this.originals = prepare(this.root);
    this.scene.add(this.root);
    this.root.updateMatrixWorld(true);
    this.bones = new Bones(this.root, this.labels);
    this.helpers.add(this.bones.object);
    this.motion = new Motion(this.root, gltf.animations);
    this.restPose = this.snapshot();
    this.applyLook();
    if (!keepCamera) this.frame();
    this.touch();
  }

  clear() {
    this.compare(null);
    if (!this.root) return;
    this.motion.stop();
    this.applyOriginals();
    this.scene.remove(this.root);
    this.helpers.remove(this.bones.object);
    this.bones.dispose();
    this.select(null);
    this.release(this.originals);
    this.root = this.gltf = null;
    this.originals = new Map();
    this.motion = new Motion(null, []);
  }

  release(originals) {
    const textures = new Set(), materials = [...originals.values()].flat();
    for (const mesh of originals.keys()) { mesh.geometry.dispose(); mesh.skeleton?.dispose(); }
    for (const m of materials) for (const v of Object.values(m)) if (v?.isTexture) textures.add(v);
    for (const t of textures) { t.image?.close?.(); t.dispose(); }
    // Materials go after the next picture: the next model's are often alike and take over the compiled shaders.
    this.stale.push(...materials);
  }

  // A second model next to the first, seen by the same camera; null for none.
  compare(gltf) {
    if (this.other) { this.scene.remove(this.other.root); this.release(this.other.originals); }
    this.other = gltf ? { root: gltf.scene, originals: prepare(gltf.scene) } : null;
    if (gltf) this.scene.add(gltf.scene);
    this.holder.classList.toggle("split", !!gltf);
    this.resize();
    if (gltf) { this.applyLook(); this.view.frame(this.bounds().union(new THREE.Box3().setFromObject(gltf.scene))); }
    this.touch();
  }

  snapshot() {
    const out = [];
    this.root.traverse((o) => out.push([o, o.position.clone(), o.quaternion.clone(), o.scale.clone(), o.morphTargetInfluences?.slice()]));
    return out;
  }

  restore(pose) {
    for (const [o, p, q, s, w] of pose) { o.position.copy(p); o.quaternion.copy(q); o.scale.copy(s); w?.forEach((v, i) => { o.morphTargetInfluences[i] = v; }); }
    this.touch();
  }

  toRest() { this.motion.stop(); this.restore(this.restPose); }

  play(index, from = 0) {
    const chosen = this.motion.choose(index);
    this.restore(this.restPose);
    this.motion.start(chosen, from);
    this.touch();
  }

  seek(seconds) { this.motion.seek(seconds); this.touch(); }

  // What can hardly be seen, such as the curtain of a menu, counts only where there is nothing else.
  bounds() {
    const box = this.boundsOf((o) => ![this.originals.get(o) ?? []].flat().some((m) => m.transparent && m.opacity < 0.05));
    return box.isEmpty() ? this.boundsOf(() => true) : box;
  }

  boundsOf(counts) {
    const box = new THREE.Box3();
    this.root?.updateMatrixWorld(true);
    this.root?.traverseVisible((o) => {
      if ((!o.isMesh && !o.isLine && !o.isPoints) || o.userData.wire || !counts(o)) return;
      if (o.isSkinnedMesh) { o.skeleton.update(); o.computeBoundingBox(); box.union(o.boundingBox.clone().applyMatrix4(o.matrixWorld)); } else box.expandByObject(o);
    });
    if (box.isEmpty() && !this.originals?.size) for (const n of this.bones?.nodes ?? []) box.expandByPoint(new THREE.Vector3().setFromMatrixPosition(n.matrixWorld));
    return box;
  }

  // All of it from a side, or an object from where the camera is.
  frame(object, side) {
    const box = object ? new THREE.Box3().setFromObject(object) : this.bounds();
    const done = this.view.frame(box, side ?? (object ? null : "three-quarter"));
    if (!done || object) return;
    this.grid.scale.setScalar(10 ** Math.ceil(Math.log10(done.radius * 2)) / 10);
    this.grid.position.set(done.center.x, Math.min(box.min.y, 0), done.center.z);
  }

  setLook(look) { this.look = look; this.applyLook(); }
  // Lines over the surfaces, lines alone, or none.
  setWire(wire) { this.wire = wire; this.applyLook(); }

  applyOriginals() {
    for (const line of this.lines.splice(0)) { line.parent?.remove(line); this.stale.push(line.material); }
    for (const [mesh, material] of [...(this.originals ?? []), ...(this.other?.originals ?? [])]) {
      if (mesh.material !== material) this.stale.push(...[mesh.material].flat().filter((m) => ![material].flat().includes(m)));
      mesh.material = material;
      mesh.geometry.deleteAttribute("heat");
    }
  }

  applyLook() {
    if (!this.root) return;
    this.applyOriginals();
    for (const [mesh, material] of [...this.originals, ...(this.other?.originals ?? [])]) {
      if (this.look === "weights") weigh(mesh, this.selected);
      const made = [material].flat().map((m) => lookOf(this.look, m));
      mesh.material = Array.isArray(material) ? made : made[0];
      if (!this.wire) continue;
      const lines = wires(mesh, this.pixel);
      mesh.add(...lines);
      this.lines.push(...lines);
      if (this.wire === "alone") mesh.material = hidden();
    }
    this.touch();
  }

  select(object) {
    this.selected = object;
    const empty = !!object && new THREE.Box3().setFromObject(object).isEmpty();
    this.selection.visible = !!object && !empty;
    this.marker.visible = empty;
    if (this.selection.visible) this.selection.setFromObject(object);
    if (this.look === "weights") this.applyLook();
    this.touch();
  }

  ray(x, y) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(((x - left) / (this.other ? width / 2 : width)) * 2 - 1, 1 - ((y - top) / height) * 2), this.camera);
    return ray;
  }

  // What is seen at a place of the canvas: the object and the point.
  hit(x, y) {
    const seen = (o) => { for (let p = o; p; p = p.parent) if (!p.visible) return false; return true; };
    return this.root ? this.ray(x, y).intersectObject(this.root, true).find((hit) => hit.object.isMesh && !hit.object.userData.wire && seen(hit.object)) ?? null : null;
  }

  pick(x, y) { return this.hit(x, y)?.object ?? null; }

  touch() { this.dirty = true; }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.holder;
    if (!w || !h) return;
    this.renderer.setSize(w, h, false);
    this.pixel.value.set(2 / w, -2 / h);
    this.view.resize(this.other ? w / 2 : w, h);
    this.touch();
  }

  loop(now) {
    if (this.ended) return;
    requestAnimationFrame(this.loop);
    this.clock.update(now);
    if (this.motion.advance(this.clock.getDelta())) this.dirty = true;
    if (!this.dirty) return;
    this.dirty = false;
    this.draw();
    this.onframe();
  }

  draw() {
    const { clientWidth: w, clientHeight: h } = this.holder;
    this.root?.updateMatrixWorld(true);
    this.bones?.update(this.camera, this.other ? w / 2 : w, h);
    if (this.selection.visible) this.selection.update();
    if (this.marker.visible) this.marker.position.setFromMatrixPosition(this.selected.matrixWorld);
    this.ondraw();
    if (!this.other) { this.renderer.setViewport(0, 0, w, h); this.renderer.render(this.scene, this.camera); } else this.drawBoth(w, h);
    for (const m of this.stale.splice(0)) m.dispose();
  }

  drawBoth(w, h) {
    this.renderer.setScissorTest(true);
    for (const right of [false, true]) {
      this.root.visible = this.helpers.visible = !right;
      this.other.root.visible = right;
      this.renderer.setViewport(right ? w / 2 : 0, 0, w / 2, h);
      this.renderer.setScissor(right ? w / 2 : 0, 0, w / 2, h);
      this.renderer.render(this.scene, this.camera);
    }
    this.root.visible = this.helpers.visible = true;
    this.renderer.setScissorTest(false);
  }

  screenshot() {
    this.draw();
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }

  end() {
    this.clear();
    this.ended = true;
    this.renderer.dispose?.();
    this.renderer.forceContextLoss?.();
  }
}

// A model as it is shown first; what its meshes look like.
function prepare(root) {
  const originals = new Map();
  root.traverse((o) => {
    // three.js does not know the extension.
    const seen = o.userData.gltfExtensions?.KHR_node_visibility;
    if (seen && seen.visible === false) o.visible = false;
    if (!o.isMesh) return;
    o.frustumCulled = false;
    if (collides(o)) { [o.material].flat().forEach((m) => m.dispose()); o.material = glass(); }
    // Unlit colours are exact, whatever the tone curve.
    for (const m of [o.material].flat()) if (m.isMeshBasicMaterial) m.toneMapped = false;
    originals.set(o, o.material);
  });
  return originals;
}

// Collision meshes are seen through, over what they stand for.
const collides = (o) => [o, o.parent].some((x) => /"collision":true|"kind":"collision"/.test(x?.userData.xenomesh ?? ""));
const glass = () => new THREE.MeshStandardMaterial({ name: "collision", color: 0x2fbf71, roughness: 0.9, transparent: true, opacity: 0.4, depthWrite: false, flatShading: true, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });
const hidden = () => new THREE.MeshBasicMaterial({ colorWrite: false, depthWrite: false });
