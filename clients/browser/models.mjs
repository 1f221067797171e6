// Small models made for tests: flat squares whose colours can be computed.
import { crc32, deflateSync } from "node:zlib";

function png(size, [r, g, b]) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]), out = Buffer.alloc(8);
    out.writeUInt32BE(data.length, 0);
    out.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: size }, () => [r, g, b]).flat()]);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(Array(size).fill(row)))), chunk("IEND", Buffer.alloc(0))]);
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (v) => v.map((x) => x / Math.hypot(...v));
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// A square that faces a direction, as GLB. `texel`: its texture has this colour. `missing`: its texture is not there.
export function square({ normal = [0, 0, 1], material = {}, extensions = {}, texel = null, missing = false }) {
  const n = unit(normal), right = unit(cross(Math.abs(n[1]) > 0.9 ? [0, 0, -1] : [0, 1, 0], n)), up = cross(n, right);
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => right.map((r, i) => r * x + up[i] * y));
  const parts = [Float32Array.from(corners.flat()), Float32Array.from(Array(4).fill(n).flat()), Float32Array.from([0, 1, 1, 1, 1, 0, 0, 0]), Uint16Array.from([0, 1, 2, 0, 2, 3])].map((a) => Buffer.from(a.buffer));
  if (texel) parts.push(png(4, texel));
  const bufferViews = [];
  let length = 0;
  for (const p of parts) { bufferViews.push({ buffer: 0, byteOffset: length, byteLength: p.length }); length += Math.ceil(p.length / 4) * 4; }
  const low = [0, 1, 2].map((i) => Math.min(...corners.map((c) => Math.fround(c[i])))), high = [0, 1, 2].map((i) => Math.max(...corners.map((c) => Math.fround(c[i]))));
  const textured = texel || missing;
  const json = {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, name: "square" }],
    meshes: [{ name: "square", primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3, material: 0 }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3", min: low, max: high }, { bufferView: 1, componentType: 5126, count: 4, type: "VEC3" }, { bufferView: 2, componentType: 5126, count: 4, type: "VEC2" }, { bufferView: 3, componentType: 5123, count: 6, type: "SCALAR" }],
    materials: [{ name: "paint", doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 1, ...material, ...(textured ? { baseColorTexture: { index: 0 } } : {}) }, extensions }],
    extensionsUsed: Object.keys(extensions), bufferViews, buffers: [{ byteLength: length }],
  };
  if (!json.extensionsUsed.length) delete json.extensionsUsed;
  if (textured) Object.assign(json, { textures: [{ source: 0 }], images: [texel ? { bufferView: 4, mimeType: "image/png" } : { uri: "gone.png" }] });
  const text = Buffer.from(JSON.stringify(json)), pad = Buffer.alloc((4 - (text.length % 4)) % 4, 0x20);
  const bin = Buffer.alloc(length);
  parts.forEach((p, i) => p.copy(bin, bufferViews[i].byteOffset));
  const head = Buffer.alloc(20);
  head.write("glTF");
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + pad.length + length, 8);
  head.writeUInt32LE(text.length + pad.length, 12);
  head.write("JSON", 16);
  const mid = Buffer.alloc(8);
  mid.writeUInt32LE(length, 0);
  mid.write("BIN\0", 4);
  return Buffer.concat([head, text, pad, mid, bin]);
}

export const MATTE = { KHR_materials_specular: { specularFactor: 0 } };
export const UNLIT = { KHR_materials_unlit: {} };

// The colour of a matte surface by the formula of `thumb` and the viewer, seen from yaw 30°, pitch 15°: 0 … 255.
export function matte(albedo, normal) {
  const n = unit(normal), rad = Math.PI / 180, z = [Math.cos(15 * rad) * Math.sin(30 * rad), Math.sin(15 * rad), Math.cos(15 * rad) * Math.cos(30 * rad)];
  const x = unit(cross([0, 1, 0], z)), y = cross(z, x);
  const lamps = [[[-0.5, 0.75, 0.85], [1.34, 1.3, 1.22]], [[0.9, 0.1, 0.6], [0.3, 0.35, 0.44]], [[0.4, 0.6, -0.9], [0.5, 0.52, 0.56]]];
  const t = 0.5 + 0.5 * n[1], s = t * t * (3 - 2 * t);
  const light = [0.13, 0.12, 0.115].map((g, i) => g + ([0.37, 0.39, 0.43][i] - g) * s);
  for (const [at, color] of lamps) {
    const d = unit(x.map((_, i) => x[i] * at[0] + y[i] * at[1] + z[i] * at[2])), nl = Math.max(0, dot(n, d));
    color.forEach((c, i) => { light[i] += 0.5 * c * nl; });
  }
  return light.map((l, i) => { const v = Math.min(1, albedo[i] * l); return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055); });
}
