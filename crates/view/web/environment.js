// The light of the stage, the same as in `thumb` (raster/surface.rs): a sky, and three lamps that go with the camera. A matte
// surface of colour c shows c · (sky(n) + ½ Σ lamp · n·l). Shiny surfaces also see one large window, which rough ones do
// not. The sky is given as a formula at every roughness, so that nothing has to be filtered: three.js would take seconds
// for that where there is no graphics card.
import * as THREE from "three";

export const GROUND = [0.13, 0.12, 0.115];
export const SKY = [0.37, 0.39, 0.43];
export const LAMPS = [
  { at: [-0.5, 0.75, 0.85], color: [1.34, 1.3, 1.22] },
  { at: [0.9, 0.1, 0.6], color: [0.3, 0.35, 0.44] },
  { at: [0.4, 0.6, -0.9], color: [0.5, 0.52, 0.56] },
];

const SIZE = 64;
// three.js takes the roughness of a level from the number of levels after the first, and leaves the last one unused.
const LEVELS = 5;
const ROUGHEST = LEVELS - 2;
const WINDOW = new THREE.Vector3(-0.55, 0.6, 0.75).normalize();

// Directions of a cube's faces as OpenGL has them: the axis, then where s and t grow.
const FACES = [
  [[1, 0, 0], [0, 0, -1], [0, -1, 0]], [[-1, 0, 0], [0, 0, 1], [0, -1, 0]], [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
  [[0, -1, 0], [1, 0, 0], [0, 0, -1]], [[0, 0, 1], [1, 0, 0], [0, -1, 0]], [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
];

function sky(up) {
  const t = 0.5 + 0.5 * up, s = t * t * (3 - 2 * t);
  return GROUND.map((g, i) => g + (SKY[i] - g) * s);
}

// A window seen in a rough mirror: two spherical Gaussians blurred are one again, wider and as much less bright.
function window(direction, roughness) {
  const lobe = 0.5 / Math.max(roughness ** 4, 1e-4), pane = 7;
  const both = (pane * lobe) / (pane + lobe);
  return (1 - roughness) * 2 * (both / pane) * Math.exp(both * (direction.dot(WINDOW) - 1));
}

function face([axis, s, t], size, roughness) {
  const data = new Uint16Array(size * size * 4), d = new THREE.Vector3(), one = THREE.DataUtils.toHalfFloat(1);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
    const u = ((x + 0.5) / size) * 2 - 1, v = ((y + 0.5) / size) * 2 - 1;
    d.fromArray(axis.map((a, i) => a + s[i] * u + t[i] * v)).normalize();
    // Cube textures are left-handed in three.js.
    d.x = -d.x;
    const pane = window(d, roughness);
    data.set(sky(d.y).map((c) => THREE.DataUtils.toHalfFloat(c + pane)), (y * size + x) * 4);
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

// Lamps around the camera and the ways of setting them.
export const LIGHTS = ["studio", "side", "back", "flat"];
const KEYS = { studio: LAMPS[0].at, side: [-1, 0.25, 0], back: [0.3, 0.8, -1], flat: [0, 0, 1] };

export class Lamps {
  constructor(scene) {
    this.scene = scene;
    this.group = new THREE.Group();
    this.lamps = LAMPS.map(({ at, color }) => {
      // three.js divides by π; half of a lamp's light is for matte surfaces.
      const lamp = new THREE.DirectionalLight(new THREE.Color(...color), Math.PI / 2);
      lamp.position.set(...at);
      this.group.add(lamp, lamp.target);
      return lamp;
    });
    scene.environment = environment();
    this.set("studio");
  }

  set(name) {
    const [key, fill, rim] = this.lamps, flat = name === "flat", studio = name === "studio";
    key.position.set(...KEYS[name]);
    key.intensity = (Math.PI / 2) * (flat ? 0.3 : 1);
    fill.intensity = (Math.PI / 2) * (studio ? 1 : flat ? 0 : 0.3);
    rim.intensity = (Math.PI / 2) * (flat ? 0 : 1);
    this.scene.environmentIntensity = flat ? 2 : studio ? 1 : 0.7;
    this.name = name;
  }
}
