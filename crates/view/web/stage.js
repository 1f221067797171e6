// The 3D part: one model, its light, its camera, and the ways of looking at it. Draws only when something changed.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { Bones } from "./bones.js";
import { environment } from "./environment.js";

const BACKGROUNDS = ["", "white", "grey", "black", "checker"];
const THREE_QUARTERS = new THREE.Vector3().setFromSphericalCoords(1, THREE.MathUtils.degToRad(75), THREE.MathUtils.degToRad(30));
const LIGHTS = ["studio", "side", "back", "flat"];

export class Stage {
  constructor(canvas, holder, labels) {
    this.canvas = canvas;
    this.holder = holder;
    this.labels = labels;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(30, 1, 0.01, 1000);
    this.camera.position.set(2, 1, 3.5);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.touch());
    this.controls.listenToKeyEvents(canvas);
    this.addLights();
    this.grid = new THREE.GridHelper(10, 20, 0x888888, 0x888888);
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.28;
    this.grid.visible = false;
    this.scene.add(this.grid);
    this.selection = new THREE.BoxHelper(new THREE.Object3D(), 0x2f9bff);
    this.selection.visible = false;
    this.selection.material.depthTest = false;
    // For what has no size, such as a bone.
    this.marker = new THREE.Points(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3()]), new THREE.PointsMaterial({ color: 0x2f9bff, size: 11, sizeAttenuation: false, depthTest: false, transparent: true }));
    this.marker.visible = this.marker.frustumCulled = false;
    this.marker.renderOrder = 11;
    this.scene.add(this.selection, this.marker);
    this.mode = "shaded";
    this.wire = false;
    this.background = 0;
    this.light = 0;
    this.clock = new THREE.Timer();
    this.speed = 1;
    this.playing = false;
    this.stale = [];
    this.onframe = () => {};
    new ResizeObserver(() => this.resize()).observe(holder);
    this.resize();
    this.loop = this.loop.bind(this);
    requestAnimationFrame(this.loop);
  }

  addLights() {
    this.sky = new THREE.HemisphereLight(0xe8eeff, 0x8a8078, 2);
    this.key = new THREE.DirectionalLight(0xfff4e6, 2.2);
    this.fill = new THREE.DirectionalLight(0xbfd4ff, 0.7);
    this.rim = new THREE.DirectionalLight(0xffffff, 0.9);
    // The lamps go with the camera, so that any side is lit.
    this.lamps = new THREE.Group();
    this.lamps.add(this.key, this.key.target, this.fill, this.fill.target, this.rim, this.rim.target);
    this.camera.add(this.lamps);
    this.scene.add(this.camera, this.sky);
    this.scene.environment = environment();
    this.scene.environmentIntensity = 0.6;
    this.setLight(0);
  }

  setLight(which) {
    this.light = which;
    const at = { studio: [-0.6, 0.9, 0.6], side: [-1, 0.25, 0], back: [0.3, 0.8, -1], flat: [0, 0, 1] }[LIGHTS[which]];
    this.key.position.set(...at);
    this.fill.position.set(1, 0.1, 0.7);
    this.rim.position.set(0.4, 0.7, -1);
    const flat = LIGHTS[which] === "flat";
    this.sky.intensity = flat ? 3 : 2;
    this.key.intensity = flat ? 0.4 : 2.2;
    this.fill.intensity = flat || which ? 0.25 : 0.9;
    this.rim.intensity = flat ? 0 : 0.9;
    this.touch();
    return LIGHTS[which];
  }

  nextLight() { return this.setLight((this.light + 1) % LIGHTS.length); }

  nextBackground() {
    this.background = (this.background + 1) % BACKGROUNDS.length;
    this.holder.className = BACKGROUNDS[this.background];
    return BACKGROUNDS[this.background] || "theme";
  }

  async parse(buffer) {
    const loader = new GLTFLoader();
    const gltf = await loader.parseAsync(buffer, "");
    return gltf;
  }

  show(gltf, keepCamera) {
    this.clear();
    this.gltf = gltf;
    this.root = gltf.scene;
    this.originals = new Map();
    this.root.traverse((o) => {
      // three.js does not know the extension.
      const seen = o.userData.gltfExtensions?.KHR_node_visibility;
      if (seen && seen.visible === false) o.visible = false;
      if (!o.isMesh) return;
      o.frustumCulled = false;
      if (collides(o)) { [o.material].flat().forEach((m) => m.dispose()); o.material = glass(); }
      this.originals.set(o, o.material);
    });
    this.scene.add(this.root);
    this.root.updateMatrixWorld(true);
    this.bones = new Bones(this.root, this.labels);
    this.scene.add(this.bones.object);
    this.mixer = gltf.animations.length ? new THREE.AnimationMixer(this.root) : null;
    this.clip = null;
    this.restPose = this.snapshot();
    this.applyMode();
    if (!keepCamera) this.frame();
    this.touch();
  }

  clear() {
    if (!this.root) return;
    this.mixer?.stopAllAction();
    this.applyOriginals();
    this.scene.remove(this.root, this.bones.object);
    this.bones.dispose();
    this.select(null);
    const textures = new Set();
    const materials = [...this.originals.values()].flat();
    for (const mesh of this.originals.keys()) mesh.geometry.dispose();
    for (const m of materials) for (const v of Object.values(m)) if (v?.isTexture) textures.add(v);
    for (const t of textures) { t.image?.close?.(); t.dispose(); }
    // Materials go after the next picture: the next model's are often alike and take over the compiled shaders.
    this.stale.push(...materials);
    this.root = this.gltf = this.mixer = this.clip = null;
    this.playing = false;
  }

  snapshot() {
    const out = [];
    this.root.traverse((o) => out.push([o, o.position.clone(), o.quaternion.clone(), o.scale.clone(), o.morphTargetInfluences?.slice()]));
    return out;
  }

  toRest() {
    this.mixer?.stopAllAction();
    this.clip = null;
    this.playing = false;
    for (const [o, p, q, s, w] of this.restPose) { o.position.copy(p); o.quaternion.copy(q); o.scale.copy(s); if (w) w.forEach((v, i) => { o.morphTargetInfluences[i] = v; }); }
    this.touch();
  }

  // What can hardly be seen, such as the curtain of a menu, counts only where there is nothing else.
  bounds() {
    const box = this.boundsOf((o) => ![this.originals.get(o) ?? []].flat().some((m) => m.transparent && m.opacity < 0.05));
    return box.isEmpty() ? this.boundsOf(() => true) : box;
  }

  boundsOf(counts) {
    const box = new THREE.Box3();
    this.root?.updateMatrixWorld(true);
    this.root?.traverseVisible((o) => {
      if ((!o.isMesh && !o.isLine && !o.isPoints) || !counts(o)) return;
      if (o.isSkinnedMesh) { o.skeleton.update(); o.computeBoundingBox(); box.union(o.boundingBox.clone().applyMatrix4(o.matrixWorld)); } else box.expandByObject(o);
    });
    if (box.isEmpty() && !this.originals?.size) for (const n of this.bones?.nodes ?? []) box.expandByPoint(new THREE.Vector3().setFromMatrixPosition(n.matrixWorld));
    return box;
  }

  frame(object) {
    const box = object ? new THREE.Box3().setFromObject(object) : this.bounds();
    if (box.isEmpty() || !Number.isFinite(box.min.x + box.max.x)) return;
    const center = box.getCenter(new THREE.Vector3());
    const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-4);
    const from = object ? this.camera.position.clone().sub(this.controls.target).normalize() : THREE_QUARTERS.clone();
    const distance = this.distance(box, center, from, radius);
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(from, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    const size = 10 ** Math.ceil(Math.log10(radius * 2));
    this.grid.scale.setScalar(size / 10);
    this.grid.position.set(center.x, Math.min(box.min.y, 0), center.z);
    this.controls.update();
    this.touch();
  }

  // How far away all corners of a box are seen, clear of the buttons above and the player below.
  distance(box, center, from, radius) {
    const { clientWidth: w, clientHeight: h } = this.holder;
    const up = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    const slopes = [up * this.camera.aspect * Math.max(0.5, 1 - 48 / w), up * Math.max(0.5, 1 - 144 / h)];
    const axes = new THREE.Matrix4().lookAt(from, new THREE.Vector3(), this.camera.up), corner = new THREE.Vector3();
    let far = radius * 1.05;
    for (let i = 0; i < 8; i++) {
      corner.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).sub(center);
      const [x, y, z] = corner.applyMatrix4(axes.clone().transpose()).toArray();
      far = Math.max(far, z + Math.abs(x) / slopes[0], z + Math.abs(y) / slopes[1]);
    }
    return far;
  }

  turn(yaw, pitch) {
    const s = new THREE.Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    s.theta += yaw;
    s.phi = THREE.MathUtils.clamp(s.phi + pitch, 0.02, Math.PI - 0.02);
    this.camera.position.setFromSpherical(s).add(this.controls.target);
    this.controls.update();
    this.touch();
  }

  setMode(mode) { this.mode = this.mode === mode ? "shaded" : mode; this.applyMode(); return this.mode; }
  setWire(on) { this.wire = on; this.applyMode(); }

  applyOriginals() {
    for (const [mesh, material] of this.originals ?? []) {
      if (mesh.material !== material) this.stale.push(...[mesh.material].flat());
      mesh.material = material;
    }
  }

  applyMode() {
    if (!this.root) return;
    this.applyOriginals();
    for (const [mesh, material] of this.originals) {
      const many = [material].flat();
      const make = { normals: () => new THREE.MeshNormalMaterial(), uv: () => new THREE.MeshStandardMaterial({ map: checker(), roughness: 1 }), clay: () => new THREE.MeshStandardMaterial({ color: 0xb9b7b2, roughness: 0.85 }) }[this.mode];
      const made = make ? many.map((m) => Object.assign(make(), { side: m.side })) : many;
      for (const m of made) m.wireframe = this.wire;
      mesh.material = Array.isArray(material) ? made : made[0];
    }
    this.touch();
  }

  select(object) {
    this.selected = object;
    const empty = !!object && new THREE.Box3().setFromObject(object).isEmpty();
    this.selection.visible = !!object && !empty;
    this.marker.visible = empty;
    if (this.selection.visible) this.selection.setFromObject(object);
    this.touch();
  }

  // What is seen at a place of the canvas.
  pick(x, y) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2), this.camera);
    const seen = (o) => { for (let p = o; p; p = p.parent) if (!p.visible) return false; return true; };
    return this.root ? ray.intersectObject(this.root, true).find((hit) => hit.object.isMesh && seen(hit.object))?.object ?? null : null;
  }

  play(index, from = 0) {
    this.toRest();
    const clip = this.gltf.animations[index];
    if (!clip) return;
    this.clip = clip;
    this.action = this.mixer.clipAction(clip);
    this.action.play();
    this.seek(from);
    this.playing = clip.duration > 0;
  }

  seek(seconds) {
    if (!this.clip) return;
    this.mixer.setTime(0);
    this.action.time = Math.min(Math.max(seconds, 0), this.clip.duration);
    this.mixer.update(0);
    this.touch();
  }

  get time() { return this.action && this.clip ? this.action.time : 0; }

  touch() { this.dirty = true; }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.holder;
    if (!w || !h) return;
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.touch();
  }

  loop(now) {
    requestAnimationFrame(this.loop);
    this.clock.update(now);
    if (this.playing && this.clip) { this.mixer.update(this.clock.getDelta() * this.speed); this.dirty = true; }
    if (!this.dirty) return;
    this.dirty = false;
    this.draw();
    this.onframe();
  }

  draw() {
    this.root?.updateMatrixWorld(true);
    this.bones?.update(this.camera, this.holder.clientWidth, this.holder.clientHeight);
    if (this.selection.visible) this.selection.update();
    if (this.marker.visible) this.marker.position.setFromMatrixPosition(this.selected.matrixWorld);
    this.renderer.render(this.scene, this.camera);
    for (const m of this.stale.splice(0)) m.dispose();
  }

  screenshot() {
    this.draw();
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }
}

// Collision meshes are seen through, over what they stand for.
const collides = (o) => [o, o.parent].some((x) => /"collision":true|"kind":"collision"/.test(x?.userData.xenomesh ?? ""));
const glass = () => new THREE.MeshStandardMaterial({ name: "collision", color: 0x2fbf71, roughness: 0.9, transparent: true, opacity: 0.4, depthWrite: false, flatShading: true, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });

let checkerTexture;
function checker() {
  if (checkerTexture) return checkerTexture;
  const c = document.createElement("canvas");
  c.width = c.height = 512;
  const g = c.getContext("2d");
  for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) {
    g.fillStyle = `hsl(${(x / 8) * 300} ${(x + y) % 2 ? 55 : 30}% ${35 + (y / 8) * 40}%)`;
    g.fillRect(x * 64, y * 64, 64, 64);
    g.fillStyle = "#fff";
    g.font = "20px monospace";
    g.fillText("ABCDEFGH"[x] + (y + 1), x * 64 + 18, y * 64 + 40);
  }
  checkerTexture = new THREE.CanvasTexture(c);
  checkerTexture.wrapS = checkerTexture.wrapT = THREE.RepeatWrapping;
  checkerTexture.flipY = false;
  checkerTexture.colorSpace = THREE.SRGBColorSpace;
  checkerTexture.anisotropy = 4;
  return checkerTexture;
}
