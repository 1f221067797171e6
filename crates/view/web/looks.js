// Ways of looking at surfaces: one material for each, made from the model's own.
import * as THREE from "three";

export const LOOKS = [
  ["shaded", "as it is"], ["clay", "clay"], ["base", "base colour"], ["normals", "normals"], ["roughness", "roughness"],
  ["metal", "metal"], ["colours", "vertex colours"], ["uv", "UV checker"], ["weights", "weights of the selected bone"], ["back", "back faces"],
];

// A material with parts of its shaders replaced.
function patched(material, vertex, fragment) {
  const swap = (text, parts) => Object.entries(parts ?? {}).reduce((t, [from, to]) => (from === "start" ? `${to}\n${t}` : t.replace(from, to)), text);
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = swap(shader.vertexShader, vertex);
    shader.fragmentShader = swap(shader.fragmentShader, fragment);
  };
  material.customProgramCacheKey = () => JSON.stringify([vertex, fragment]);
  return material;
}

// One channel of a picture, times a factor, as a plain grey: 0.5 shows as 128.
function channel(map, letter, factor) {
  const material = new THREE.MeshBasicMaterial({ map: map ?? null, toneMapped: false });
  const grey = `vec3(${map ? `texture2D(map, vMapUv).${letter}` : "1.0"} * float(${factor.toFixed(6)}))`;
  return patched(material, null, { "#include <map_fragment>": `diffuseColor.rgb = ${grey};`, "#include <colorspace_fragment>": "" });
}

const RAMP = "float h = clamp(vHeat, 0.0, 1.0); diffuseColor.rgb = h <= 0.0 ? vec3(0.03, 0.03, 0.1) : clamp(vec3(h * 2.0 - 0.6, 1.0 - abs(h * 2.0 - 1.0), 1.0 - h * 2.0), 0.0, 1.0);";
const heat = () => patched(new THREE.MeshBasicMaterial({ toneMapped: false }),
  { start: "attribute float heat;\nvarying float vHeat;", "#include <begin_vertex>": "#include <begin_vertex>\nvHeat = heat;" },
  { start: "varying float vHeat;", "#include <map_fragment>": RAMP });

const backs = () => patched(new THREE.MeshStandardMaterial({ color: 0xb9b7b2, roughness: 0.9, side: THREE.DoubleSide }), null,
  { "#include <map_fragment>": "if (!gl_FrontFacing) diffuseColor.rgb = vec3(0.9, 0.02, 0.02);" });

const MAKE = {
  clay: () => new THREE.MeshStandardMaterial({ color: 0xb9b7b2, roughness: 0.85 }),
  base: (m) => new THREE.MeshBasicMaterial({ map: m.map ?? null, color: m.color ?? 0xffffff, vertexColors: m.vertexColors, alphaTest: m.alphaTest, transparent: m.transparent, opacity: m.opacity, toneMapped: false }),
  normals: (m) => new THREE.MeshNormalMaterial({ normalMap: m.normalMap ?? null, normalScale: m.normalScale?.clone() ?? new THREE.Vector2(1, 1) }),
  roughness: (m) => channel(m.roughnessMap, "g", m.roughness ?? 1),
  metal: (m) => channel(m.metalnessMap, "b", m.metalness ?? 0),
  colours: (m) => new THREE.MeshBasicMaterial({ vertexColors: m.vertexColors, color: m.vertexColors ? 0xffffff : 0x606060, toneMapped: false }),
  uv: () => new THREE.MeshStandardMaterial({ map: checker(), roughness: 1 }),
  weights: heat,
  back: backs,
};

// The material to show instead of one of the model's.
export function lookOf(look, material) {
  const make = MAKE[look];
  if (!make) return material;
  const made = make(material);
  if (look !== "back") made.side = material.side;
  return made;
}

// How much a bone moves each vertex, for the heat map.
export function weigh(mesh, bone) {
  const { skinIndex, skinWeight, position } = mesh.geometry.attributes;
  const at = mesh.skeleton?.bones.indexOf(bone) ?? -1;
  const heat = new Float32Array(position.count);
  if (at >= 0 && skinIndex) for (let v = 0; v < position.count; v++) for (let i = 0; i < 4; i++) if (skinIndex.getComponent(v, i) === at) heat[v] += skinWeight.getComponent(v, i);
  mesh.geometry.setAttribute("heat", new THREE.BufferAttribute(heat, 1));
}

// Lines that are seen on any surface and any background: light ones, each with a dark one a pixel off.
export function wires(mesh, pixel) {
  const line = (color, shift) => {
    const material = new THREE.MeshBasicMaterial({ color, wireframe: true, toneMapped: false, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -2, fog: false });
    material.onBeforeCompile = (shader) => {
      shader.uniforms.pixel = pixel;
      shader.vertexShader = `uniform vec2 pixel;\n${shader.vertexShader.replace("#include <project_vertex>", `#include <project_vertex>\ngl_Position.xy += pixel * ${shift.toFixed(1)} * gl_Position.w;\ngl_Position.z -= 0.0004 * gl_Position.w;`)}`;
    };
    material.customProgramCacheKey = () => `wire ${shift}`;
    const copy = mesh.isSkinnedMesh ? new THREE.SkinnedMesh(mesh.geometry, material) : new THREE.Mesh(mesh.geometry, material);
    if (mesh.isSkinnedMesh) copy.bind(mesh.skeleton, mesh.bindMatrix);
    if (mesh.morphTargetInfluences) { copy.morphTargetInfluences = mesh.morphTargetInfluences; copy.morphTargetDictionary = mesh.morphTargetDictionary; }
    Object.assign(copy, { frustumCulled: false, renderOrder: 2, raycast() {} });
    copy.userData.wire = true;
    return copy;
  };
  return [line(0x10131a, 1), line(0xf4f6fb, 0)];
}

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
