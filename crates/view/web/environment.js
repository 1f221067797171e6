// What shiny surfaces reflect: a dim room under a soft sky with one large window. Given as a formula at every roughness,
// so that nothing has to be filtered: three.js would take seconds for that where there is no graphics card.
import * as THREE from "three";

const SIZE = 32;
// three.js takes the roughness of a level from the number of levels after the first, and leaves the last one unused.
const LEVELS = 5;
const ROUGHEST = LEVELS - 2;
const WINDOW = new THREE.Vector3(-0.55, 0.6, 0.75).normalize();

// Directions of a cube's faces as OpenGL has them: the axis, then where s and t grow.
const FACES = [
  [[1, 0, 0], [0, 0, -1], [0, -1, 0]], [[-1, 0, 0], [0, 0, 1], [0, -1, 0]], [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
  [[0, -1, 0], [1, 0, 0], [0, 0, -1]], [[0, 0, 1], [1, 0, 0], [0, -1, 0]], [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
];

// Both lobes are spherical Gaussians; blurring one with the other is one again, wider and as much less bright.
function brightness(direction, roughness) {
  const lobe = 0.5 / Math.max(roughness ** 4, 1e-4), pane = 7;
  const both = (pane * lobe) / (pane + lobe);
  const window = 3.4 * (both / pane) * Math.exp(both * (direction.dot(WINDOW) - 1));
  const sharp = Math.max(0, direction.y), soft = 0.25 + 0.5 * direction.y + 0.15 * direction.y ** 2;
  return 0.18 + 0.3 * (sharp + (soft - sharp) * roughness) + window;
}

function face([axis, s, t], size, roughness) {
  const data = new Uint16Array(size * size * 4), d = new THREE.Vector3(), one = THREE.DataUtils.toHalfFloat(1);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
    const u = ((x + 0.5) / size) * 2 - 1, v = ((y + 0.5) / size) * 2 - 1;
    d.fromArray(axis.map((a, i) => a + s[i] * u + t[i] * v)).normalize();
    // Cube textures are left-handed in three.js.
    d.x = -d.x;
    const b = brightness(d, roughness);
    data.set([b, b * 1.01, b * 1.04].map(THREE.DataUtils.toHalfFloat), (y * size + x) * 4);
    data[(y * size + x) * 4 + 3] = one;
  }
  return new THREE.DataTexture(data, size, size, THREE.RGBAFormat, THREE.HalfFloatType);
}

export function environment() {
  const level = (n) => {
    const part = Math.min(n / ROUGHEST, 1), roughness = 1 - Math.sqrt(1 - part);
    return FACES.map((f) => face(f, SIZE >> n, roughness));
  };
  const cube = new THREE.CubeTexture(level(0));
  for (let n = 1; n < LEVELS; n++) cube.mipmaps.push({ image: level(n), width: SIZE >> n, height: SIZE >> n });
  Object.assign(cube, { type: THREE.HalfFloatType, colorSpace: THREE.LinearSRGBColorSpace, minFilter: THREE.LinearMipmapLinearFilter, generateMipmaps: false, isPMREMTexture: true, needsUpdate: true });
  return cube;
}
