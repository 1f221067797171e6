// The camera: in perspective or without, its sides, what it frames.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

const from = (pitch, yaw) => new THREE.Vector3().setFromSphericalCoords(1, THREE.MathUtils.degToRad(90 - pitch), THREE.MathUtils.degToRad(yaw));
export const SIDES = { "three-quarter": from(15, 30), front: from(0, 0), right: from(0, -90), back: from(0, 180), left: from(0, 90), top: from(89.9, 0), bottom: from(-89.9, 0) };

export class View {
  constructor(canvas, holder, changed) {
    this.holder = holder;
    // Pixels kept free around a framed model: for the buttons above and the player below.
    this.margin = [48, 144];
    this.perspective = new THREE.PerspectiveCamera(30, 1, 0.01, 1000);
    this.orthographic = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.01, 1000);
    this.camera = this.perspective;
    this.camera.position.set(2, 1, 3.5);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", changed);
    this.changed = changed;
  }

  get flat() { return this.camera === this.orthographic; }

  setFlat(on) {
    if (on === this.flat) return;
    const next = on ? this.orthographic : this.perspective, old = this.camera;
    next.position.copy(old.position);
    // What was nearer by the zoom of one is nearer by the distance of the other.
    if (!on) next.position.sub(this.controls.target).divideScalar(old.zoom).add(this.controls.target);
    next.zoom = 1;
    next.near = old.near;
    next.far = old.far;
    next.add(...old.children);
    this.camera = this.controls.object = next;
    this.resize();
    this.controls.update();
    this.changed();
  }

  resize(width = this.holder.clientWidth, height = this.holder.clientHeight) {
    if (!width || !height) return;
    const aspect = (this.aspect = width / height);
    this.perspective.aspect = aspect;
    if (this.flat) {
      const up = Math.tan(THREE.MathUtils.degToRad(this.perspective.fov / 2)) * this.camera.position.distanceTo(this.controls.target);
      Object.assign(this.orthographic, { left: -up * aspect, right: up * aspect, top: up, bottom: -up });
    }
    this.camera.updateProjectionMatrix();
  }

  // Frames a box, from where it looks or from a side.
  frame(box, side = null) {
    if (box.isEmpty() || !Number.isFinite(box.min.x + box.max.x)) return;
    const center = box.getCenter(new THREE.Vector3());
    const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-4);
    const away = side ? SIDES[side].clone() : this.camera.position.clone().sub(this.controls.target).normalize();
    const distance = this.distance(box, center, away, radius);
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(away, distance);
    this.camera.zoom = 1;
    this.camera.near = this.flat ? -distance * 50 : distance / 200;
    this.camera.far = distance * 50;
    this.resize();
    this.controls.update();
    this.changed();
    return { center, radius };
  }

  // How far away all corners of a box are seen, clear of the buttons above and the player below.
  distance(box, center, away, radius) {
    const { clientWidth: w, clientHeight: h } = this.holder;
    const up = Math.tan(THREE.MathUtils.degToRad(this.perspective.fov / 2));
    const slopes = [up * (this.aspect ?? 1) * Math.max(0.5, 1 - this.margin[0] / w), up * Math.max(0.5, 1 - this.margin[1] / h)];
    const axes = new THREE.Matrix4().lookAt(away, new THREE.Vector3(), this.camera.up), corner = new THREE.Vector3();
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
    this.changed();
  }

  zoom(by) {
    if (this.flat) { this.camera.zoom /= by; this.camera.updateProjectionMatrix(); } else this.camera.position.sub(this.controls.target).multiplyScalar(by).add(this.controls.target);
    this.controls.update();
    this.changed();
  }
}
