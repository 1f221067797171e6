// node three.mjs PLAN.json RESULT.json: plays GLB files in three.js and compares the vertices with what we expect of them.
//
// The plan is written by `cargo xtask` (xtask/src/test/three.rs): for each file its meshes by node, and for each animation
// (-1: none) the times; the expected world positions are in a file of little-endian f32, one after another. What is not
// a number there cannot be compared: three.js takes four influences of a vertex. The result is one entry per file.
import { readFileSync, writeFileSync } from "node:fs";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

globalThis.self ??= globalThis; // the loader asks it for URL

// Pictures need a browser; nothing moves because of them.
function withoutPictures(file) {
  const data = readFileSync(file);
  const length = data.readUInt32LE(12);
  const doc = JSON.parse(data.subarray(20, 20 + length).toString());
  for (const key of ["images", "textures", "samplers", "materials"]) delete doc[key];
  for (const mesh of doc.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material;
  let text = Buffer.from(JSON.stringify(doc));
  text = Buffer.concat([text, Buffer.alloc(-text.length & 3, " ")]);
  const head = Buffer.alloc(20);
  head.write("glTF");
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(data.length - length + text.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write("JSON", 16);
  const whole = Buffer.concat([head, text, data.subarray(20 + length)]);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
}

// What is drawn at each node, by primitive.
async function drawn(gltf) {
  const nodes = await gltf.parser.getDependencies("node");
  const own = new Set(nodes);
  return nodes.map((node) => [node, ...node.children.filter((c) => !own.has(c))].filter((o) => o.isMesh || o.isLine || o.isPoints));
}

const place = new THREE.Vector3();
function position(object, i) {
  if (object.isMesh) object.getVertexPosition(i, place);
  else place.fromBufferAttribute(object.geometry.attributes.position, i);
  return place.applyMatrix4(object.matrixWorld);
}

async function compare(entry) {
  const gltf = await new GLTFLoader().parseAsync(withoutPictures(entry.glb), "");
  const data = readFileSync(entry.data);
  const expected = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  const nodes = await drawn(gltf);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const problems = [];
  let at = 0, worst = 0, compared = 0, left = 0;
  for (const { animation, times } of entry.variants) {
    mixer.stopAllAction();
    if (animation >= 0) {
      const action = mixer.clipAction(gltf.animations[animation]);
      action.setLoop(THREE.LoopOnce);
      action.clampWhenFinished = true;
      action.reset().play();
    }
    for (const time of times) {
      mixer.setTime(time);
      gltf.scene.updateMatrixWorld(true);
      for (const mesh of entry.meshes) {
        const parts = nodes[mesh.node];
        let off = 0;
        mesh.vertices.forEach((count, p) => {
          const has = parts[p]?.geometry.attributes.position.count ?? 0;
          if (has !== count) problems.push(`${mesh.name}: part ${p} has ${has} vertices, not ${count}`);
          for (let v = 0; v < count; v++, at += 3) {
            if (has !== count) continue;
            if (Number.isNaN(expected[at])) { left++; continue; }
            const { x, y, z } = position(parts[p], v);
            off = Math.max(off, Math.abs(x - expected[at]), Math.abs(y - expected[at + 1]), Math.abs(z - expected[at + 2]));
            compared++;
          }
        });
        worst = Math.max(worst, off / entry.size);
        if (!(off <= entry.tolerance * entry.size)) problems.push(`${mesh.name}: animation ${animation} at ${time} s is ${off} off`);
      }
    }
  }
  if (at !== expected.length) problems.push(`${at} numbers compared of ${expected.length}`);
  return { glb: entry.glb, problems: problems.slice(0, 8), worst, compared, left };
}

const [plan, result] = process.argv.slice(2);
const out = [];
for (const entry of JSON.parse(readFileSync(plan))) {
  out.push(await compare(entry).catch((e) => ({ glb: entry.glb, problems: [String(e.stack ?? e)], worst: 0, compared: 0, left: 0 })));
}
writeFileSync(result, JSON.stringify(out));
