// Measuring: two clicks on the model, a line and its length.
import * as THREE from "three";

export class Measure {
  constructor(stage) {
    this.stage = stage;
    this.on = false;
    this.points = [];
    const material = new THREE.LineBasicMaterial({ color: 0xff2f92, depthTest: false, transparent: true });
    this.line = new THREE.Line(new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(new Float32Array(6), 3)), material);
    this.dots = new THREE.Points(this.line.geometry, new THREE.PointsMaterial({ color: 0xff2f92, size: 8, sizeAttenuation: false, depthTest: false, transparent: true }));
    for (const o of [this.line, this.dots]) Object.assign(o, { frustumCulled: false, visible: false, renderOrder: 12 });
    stage.helpers.add(this.line, this.dots);
  }

  enable(on) {
    this.on = on;
    this.clear();
  }

  clear() {
    this.points = [];
    this.line.visible = this.dots.visible = false;
    this.stage.touch();
  }

  // The length after the second click, null after the first.
  click(x, y) {
    const point = this.stage.hit(x, y)?.point;
    if (!point) return undefined;
    if (this.points.length === 2) this.points = [];
    this.points.push(point.clone());
    const [a, b = a] = this.points, place = this.line.geometry.attributes.position;
    place.setXYZ(0, ...a.toArray());
    place.setXYZ(1, ...b.toArray());
    place.needsUpdate = true;
    this.line.visible = this.points.length === 2;
    this.dots.visible = true;
    this.stage.touch();
    return this.points.length === 2 ? a.distanceTo(b) : null;
  }
}
