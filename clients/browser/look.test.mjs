// What three.js shows of a lightmap: as occlusion it darkens indirect light alone, baked into the base colour it darkens all
// light. docs/from-blender-to-xps.md says so.
import { buildSync } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert, program, run, samples, work } from "./harness.mjs";

const clients = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const entry = `export * from "three"; export { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";`;

function three() {
  const made = buildSync({ stdin: { contents: entry, resolveDir: clients }, bundle: true, format: "iife", globalName: "THREE", write: false, logLevel: "warning" });
  return made.outputFiles[0].text;
}

function convert(name, ...options) {
  const glb = path.join(work, name);
  execFileSync(program, ["convert", path.join(samples, "xnalara/character_v3_15.xps"), "-o", glb, "--quiet", ...options], { stdio: "pipe" });
  return readFileSync(glb).toString("base64");
}

// How bright the head is, 0 to 255, in one kind of light, with the occlusion of its material or without.
const bright = (page, glb, light, occlusion) => page.evaluate(async ([glb, light, occlusion]) => {
  const bytes = Uint8Array.from(atob(glb), (c) => c.charCodeAt(0));
  const gltf = await new THREE.GLTFLoader().parseAsync(bytes.buffer, "");
  let head, shown = false;
  gltf.scene.traverse((o) => { if (o.isMesh && o.material.name === "3_head") head = o; });
  gltf.scene.traverse((o) => { if (o.isMesh) o.visible = o === head; });
  const has = head.material.aoMap !== null;
  if (has && !occlusion) head.material.aoMapIntensity = 0;
  const scene = new THREE.Scene();
  const lamp = light === "indirect" ? new THREE.AmbientLight(0xffffff, 2) : new THREE.DirectionalLight(0xffffff, 2);
  lamp.position.set(0, 0.3, 1);
  scene.add(gltf.scene, lamp);
  gltf.scene.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(head, true), middle = box.getCenter(new THREE.Vector3()), size = box.getSize(new THREE.Vector3()).length();
  const camera = new THREE.PerspectiveCamera(30, 1, size / 100, size * 10);
  camera.position.copy(middle).add(new THREE.Vector3(0, 0, size * 1.6));
  camera.lookAt(middle);
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true, alpha: true });
  renderer.setSize(128, 128, false);
  renderer.setClearColor(0, 0);
  renderer.render(scene, camera);
  const gl = renderer.getContext(), pixels = new Uint8Array(128 * 128 * 4);
  gl.readPixels(0, 0, 128, 128, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let sum = 0, count = 0;
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 255) { sum += pixels[i] + pixels[i + 1] + pixels[i + 2]; count++; }
  renderer.dispose();
  return { has, count, mean: sum / count / 3 };
}, [glb, light, occlusion]);

await run({
  async "three.js shows a lightmap in indirect light, and baked in all light"(t) {
    const page = await t.page();
    await page.goto("about:blank");
    await page.addScriptTag({ content: three() });
    const [plain, baked] = [convert("lit.glb"), convert("baked.glb", "--bake-lightmaps")];
    const seen = {};
    for (const light of ["indirect", "direct"]) {
      const [none, map, picture] = [await bright(page, plain, light, false), await bright(page, plain, light, true), await bright(page, baked, light, true)];
      assert(map.has && !picture.has && none.count > 500, `${light}: ${JSON.stringify([none, map, picture])}`);
      seen[light] = [map.mean / none.mean, picture.mean / none.mean];
    }
    const text = JSON.stringify(seen);
    console.log(`# brightness against none, as occlusion and baked: ${text}`);
    assert(seen.indirect[0] < 0.95 && Math.abs(seen.direct[0] - 1) < 1e-3, `as occlusion: ${text}`);
    assert(seen.indirect[1] < 0.95 && seen.direct[1] < 0.95, `baked: ${text}`);
  },
});
