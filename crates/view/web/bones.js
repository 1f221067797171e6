// Bones as lines and names; works for skinned models and for bare skeletons.
import * as THREE from "three";

export class Bones {
  constructor(root, labels) {
    this.labels = labels;
    this.nodes = [];
    root.traverse((o) => { if (o.isBone) this.nodes.push(o); });
    if (this.nodes.length === 0) root.traverse((o) => { if (o !== root && !o.isMesh && o.name && !o.isLight) this.nodes.push(o); });
    const set = new Set(this.nodes);
    this.pairs = this.nodes.filter((n) => this.parentIn(n, set)).map((n) => [this.parentIn(n, set), n]);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(Math.max(1, this.pairs.length) * 6), 3));
    this.lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0xffa62b, depthTest: false, transparent: true }));
    this.points = new THREE.Points(new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(new Float32Array(Math.max(1, this.nodes.length) * 3), 3)),
      new THREE.PointsMaterial({ color: 0xff6a00, size: 5, sizeAttenuation: false, depthTest: false, transparent: true }));
    this.object = new THREE.Group();
    this.object.add(this.lines, this.points);
    for (const o of this.object.children) { o.frustumCulled = false; o.renderOrder = 10; }
    this.object.visible = false;
    this.names = false;
    this.spans = this.nodes.map((n) => { const s = document.createElement("span"); s.textContent = n.userData.name ?? n.name; return s; });
  }

  // Helpers such as <name>#scale are between a bone and its parent bone.
  parentIn(node, set) {
    for (let p = node.parent, i = 0; p && i < 3; p = p.parent, i++) if (set.has(p)) return p;
    return null;
  }

  show(on, names) {
    this.object.visible = on;
    this.names = on && names;
    this.labels.replaceChildren(...(this.names ? this.spans : []));
  }

  update(camera, width, height) {
    if (!this.object.visible) return;
    const a = new THREE.Vector3();
    const line = this.lines.geometry.attributes.position, point = this.points.geometry.attributes.position;
    this.pairs.forEach(([p, n], i) => {
      line.setXYZ(i * 2, ...a.setFromMatrixPosition(p.matrixWorld).toArray());
      line.setXYZ(i * 2 + 1, ...a.setFromMatrixPosition(n.matrixWorld).toArray());
    });
    this.nodes.forEach((n, i) => point.setXYZ(i, ...a.setFromMatrixPosition(n.matrixWorld).toArray()));
    line.needsUpdate = point.needsUpdate = true;
    if (this.names) this.place(camera, width, height);
  }

  // Names do not cover each other: each takes its cells of a grid, the first come stays.
  place(camera, width, height) {
    const taken = new Set();
    const a = new THREE.Vector3();
    this.nodes.forEach((n, i) => {
      const span = this.spans[i];
      a.setFromMatrixPosition(n.matrixWorld).project(camera);
      const x = Math.round((a.x * 0.5 + 0.5) * width) + 6, y = Math.round((0.5 - a.y * 0.5) * height) - 8;
      const cells = [];
      for (let c = Math.floor(x / 24); c <= Math.floor((x + span.textContent.length * 6.2) / 24); c++) cells.push(`${c},${Math.floor(y / 15)}`, `${c},${Math.floor((y + 14) / 15)}`);
      const free = a.z < 1 && x > 0 && y > 0 && x < width && y < height && cells.every((c) => !taken.has(c));
      span.hidden = !free;
      if (free) { cells.forEach((c) => taken.add(c)); span.style.transform = `translate(${x}px, ${y}px)`; }
    });
  }

  dispose() {
    this.labels.replaceChildren();
    for (const o of this.object.children) { o.geometry.dispose(); o.material.dispose(); }
  }
}
