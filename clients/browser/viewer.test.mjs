// node viewer.test.mjs PROGRAM CONVERTED ARTEFACTS [NAME]: the viewer and the gallery in a real browser, from the
// project's folder. Prints one line a test; pictures of what was seen stay in ARTEFACTS.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { artefacts, launch, newPage, view } from "./open.mjs";

const [program, , , only] = process.argv.slice(2);
const samples = path.resolve(process.env.XENOMESH_SAMPLES ?? "samples");
const browser = await launch();
const work = mkdtempSync(path.join(tmpdir(), "xenomesh-browser-"));
const servers = [];

function assert(ok, message) { if (!ok) throw new Error(message); }

async function start(files) {
  const server = await view(program, files);
  servers.push(server);
  return server;
}

async function shown(page, url) {
  await page.goto(url);
  await page.waitForSelector('body[data-state="ready"], body[data-state="error"], body[data-state="empty"]', { timeout: 60_000 });
}
const reported = (page) => page.waitForSelector('body[data-report="ready"]', { timeout: 60_000 });

// Pixels of the 3D part. A page of its own decodes the pictures: the viewer's policy would not let it.
const decoder = await (await browser.newContext()).newPage();
async function picture(page, name) {
  // Nothing but the model: no notice, no names.
  await page.waitForTimeout(250);
  await page.evaluate(() => { document.getElementById("notice").hidden = true; });
  const png = await page.locator("#stage").screenshot();
  if (name) writeFileSync(path.join(artefacts, `${name}.png`), png);
  return png.toString("base64");
}
function difference(a, b) {
  return decoder.evaluate(async ([a, b]) => {
    const data = await Promise.all([a, b].map(async (text) => {
      const image = new Image();
      image.src = `data:image/png;base64,${text}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height), g = canvas.getContext("2d");
      g.drawImage(image, 0, 0);
      return g.getImageData(0, 0, image.width, image.height).data;
    }));
    let different = 0;
    for (let i = 0; i < data[0].length; i += 4) {
      const d = Math.abs(data[0][i] - data[1][i]) + Math.abs(data[0][i + 1] - data[1][i + 1]) + Math.abs(data[0][i + 2] - data[1][i + 2]);
      if (d > 24) different++;
    }
    return different / (data[0].length / 4);
  }, [a, b]);
}

// What there is to look at.
const report = JSON.parse(inspect(samples)).files;
const motionFormats = new Set(["xsm", "xpm", "ani", "pose"]);
const models = report.filter((f) => f.scene && !f.error && !motionFormats.has(f.format) && (f.scene.meshes.length || f.scene.joints.length));
const find = (what, fits) => { const f = report.find(fits); assert(f, `no sample has ${what}`); return f; };

const tests = {
  async "the empty page waits for a drop"() {
    const page = await newPage(browser);
    await shown(page, (await start([])).url);
    tests.empty = await picture(page, "empty");
    assert((await page.textContent("#notice")).includes("Drop"), "it does not say so");
    await page.context().close();
    return page;
  },

  async "every sample can be seen"() {
    assert(models.length > 0, "there are no models in the samples");
    const server = await start([samples]);
    const page = await newPage(browser);
    await shown(page, server.url);
    const list = await page.evaluate(() => fetch("api/list").then((r) => r.json()));
    const names = new Set(models.map((m) => path.relative(samples, m.path).replaceAll(path.sep, "/")));
    const open = list.filter((f) => names.has(f.name));
    assert(open.length === names.size, `${names.size} models, ${open.length} of them listed`);
    for (const file of open) {
      await shown(page, `${server.url}?file=${file.id}`);
      assert(await page.getAttribute("body", "data-state") === "ready", `${file.name}: ${await page.textContent("#notice")}`);
      const seen = await picture(page, file.name.replaceAll("/", "_"));
      const changed = await difference(seen, tests.empty);
      assert(changed > 0.005, `${file.name}: the canvas is blank`);
    }
    return page;
  },

  async "an animation moves pixels"() {
    const f = find("an animation and a mesh", (f) => f.scene?.animations.some((a) => a.seconds > 0.1 && a.channels > 3) && f.scene.meshes.length && !motionFormats.has(f.format));
    const page = await newPage(browser);
    await shown(page, (await start([f.path])).url);
    const before = await picture(page);
    await page.keyboard.press("Space");
    await page.waitForTimeout(300);
    assert((await page.textContent("#toggle")).includes("❚❚"), "space does not play");
    await page.keyboard.press("Space");
    await page.locator("#scrub").evaluate((s) => { s.value = s.max * 0.37; s.dispatchEvent(new Event("input")); });
    const after = await picture(page, "animation");
    assert(await difference(before, after) > 0.002, "nothing moved");
    return page;
  },

  async "a morph slider moves pixels"() {
    const f = find("morph targets", (f) => f.scene?.meshes.some((m) => m.morphTargets.length));
    const page = await newPage(browser);
    await shown(page, (await start([f.path])).url);
    await page.keyboard.press("4");
    const before = await picture(page);
    for (const slider of await page.locator("#morphs input").all()) await slider.evaluate((s) => { s.value = 1; s.dispatchEvent(new Event("input")); });
    const after = await picture(page, "morph");
    assert(await difference(before, after) > 0.0002, "nothing moved");
    return page;
  },

  async "joint names appear, in the tree and on the model"() {
    const f = find("joints", (f) => f.scene && f.scene.joints.length > 3 && f.scene.meshes.some((m) => m.skinned));
    const page = await newPage(browser);
    await shown(page, (await start([f.path])).url);
    await page.keyboard.press("2");
    const inTree = await page.locator("#page-scene .tree .name").allTextContents();
    assert(inTree.includes(f.scene.joints[0]), `the tree does not show ${f.scene.joints[0]}: ${inTree.slice(0, 5)}`);
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    await page.waitForTimeout(300);
    const labels = await page.locator("#labels span:visible").allTextContents();
    assert(labels.some((l) => f.scene.joints.includes(l)), `no name on the model: ${labels}`);
    await page.screenshot({ path: path.join(artefacts, "bones.png") });
    return page;
  },

  async "a dropped motion plays"() {
    const motion = find("an .xsm", (f) => f.format === "xsm");
    const tracks = new Set(motion.scene.joints);
    const share = (f) => f.scene.joints.filter((j) => tracks.has(j)).length;
    const model = models.filter((f) => f.format === "xac").sort((a, b) => share(b) - share(a))[0];
    assert(model && share(model) > 0, "no .xac has the bones of the motion");
    const page = await newPage(browser);
    await shown(page, (await start([model.path])).url);
    const before = await picture(page);
    await drop(page, [motion.path]);
    await page.waitForFunction(() => document.querySelectorAll("#clips li").length > 0, null, { timeout: 30_000 });
    await page.waitForFunction(() => document.querySelector("#toggle").textContent.includes("❚❚"));
    await page.keyboard.press("Space");
    await page.locator("#scrub").evaluate((s) => { s.value = s.max * 0.4; s.dispatchEvent(new Event("input")); });
    assert(await difference(before, await picture(page, "dropped-motion")) > 0.002, "nothing moved");
    return page;
  },

  async "a dropped model opens, and its dropped texture is found"() {
    const model = find("a texture", (f) => models.includes(f) && f.scene.materials.some((m) => m.textures.some((t) => t.found && t.slot === "baseColor")) && f.format !== "gltf");
    const page = await newPage(browser);
    await shown(page, (await start([])).url);
    await drop(page, [model.path]);
    await page.waitForSelector('body[data-state="ready"]');
    const before = await picture(page, "without-texture");
    const folder = path.dirname(model.path);
    const pictures = readdirSync(folder, { recursive: true }).filter((n) => /\.(png|tga|dds|bmp|jpe?g)$/i.test(n)).map((n) => path.join(folder, n));
    assert(pictures.length > 0, "no pictures beside the sample");
    await drop(page, pictures);
    await page.waitForTimeout(500);
    await page.waitForSelector('body[data-state="ready"]');
    assert(await difference(before, await picture(page, "with-texture")) > 0.005, "the picture did not arrive on the model");
    return page;
  },

  async "a broken file shows its error and the byte"() {
    const whole = readFileSync(models.find((f) => f.bytes > 2000 && f.format !== "gltf" && f.format !== "component").path);
    const source = models.find((f) => f.bytes > 2000 && f.format !== "gltf" && f.format !== "component");
    // Cut off until it cannot be read at all: readers keep what they can.
    let broken = null;
    for (const part of [0.5, 0.1, 0.02, 0.005]) {
      broken = path.join(work, `broken${path.extname(source.path)}`);
      writeFileSync(broken, whole.subarray(0, Math.max(12, Math.floor(whole.length * part))));
      const said = JSON.parse(inspect(broken)).files[0];
      if (said.error?.offset != null) { tests.brokenOffset = said.error.offset; break; }
    }
    assert(tests.brokenOffset !== undefined, "no way of cutting it off is an error with a byte");
    const page = await newPage(browser);
    await shown(page, (await start([broken])).url);
    assert(await page.getAttribute("body", "data-state") === "error", "it was opened");
    const at = `0x${tests.brokenOffset.toString(16)}`;
    assert((await page.textContent("#notice")).includes(at), `the notice does not name ${at}`);
    await reported(page);
    await page.locator(".finding").first().click();
    await page.waitForSelector(".hex .line");
    await page.screenshot({ path: path.join(artefacts, "broken.png") });
    // A 422 is how the server says that a file cannot be read; the browser logs it.
    page.problems = page.problems.filter((p) => !p.includes("422"));
    return page;
  },

  async "a finding leads to its bytes and their field"() {
    const f = report.find((f) => models.includes(f) && f.findings.some((x) => x.offset !== null)) ?? models[0];
    const page = await newPage(browser);
    await shown(page, (await start([f.path])).url);
    await reported(page);
    await page.keyboard.press("5");
    const finding = page.locator(".finding", { hasText: "0x" }).first();
    if (await finding.count()) await finding.click(); else await page.keyboard.press("6");
    await page.waitForSelector(".hex .line");
    await page.waitForSelector(".fields button");
    const fields = await page.locator(".fields button").allTextContents();
    assert(fields.length > 0 && fields.some((t) => /[a-z]/.test(t)), "no field has a name");
    await page.screenshot({ path: path.join(artefacts, "bytes.png") });
    return page;
  },

  async "strangers are refused"() {
    const { url } = await start([models[0].path]);
    const { port, pathname } = new URL(url);
    const ask = (host, where) => new Promise((done, failed) => http.get({ host: "127.0.0.1", port, path: where, headers: { host } }, (r) => { r.resume(); done(r.statusCode); }).on("error", failed));
    assert(await ask(`127.0.0.1:${port}`, `${pathname}api/list`) === 200, "we ourselves are refused");
    assert(await ask(`127.0.0.1:${port}`, "/api/list") === 403, "no token is needed");
    assert(await ask(`127.0.0.1:${port}`, `/${"f".repeat(32)}/api/list`) === 403, "any token will do");
    assert(await ask(`evil.example:${port}`, `${pathname}api/list`) === 421, "any Host will do");
    const page = await newPage(browser);
    const other = http.createServer((_, r) => { r.setHeader("content-type", "text/html"); r.end("<p>elsewhere</p>"); }).listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    await page.goto(`http://127.0.0.1:${other.address().port}/`);
    const stolen = await page.evaluate((u) => fetch(`${u}api/list`).then((r) => r.text(), () => null), url);
    assert(stolen === null, "another page could read it");
    other.close();
    page.problems = [];
    return page;
  },

  async "a change on disk reloads"() {
    const f = models.find((f) => f.format !== "component" && f.format !== "gltf");
    const copy = path.join(work, path.basename(f.path));
    copyFileSync(f.path, copy);
    const page = await newPage(browser);
    await shown(page, (await start([copy])).url);
    await reported(page);
    await page.evaluate(() => { document.body.dataset.report = "waiting"; });
    writeFileSync(copy, readFileSync(f.path));
    await reported(page);
    assert(await page.getAttribute("body", "data-state") === "ready", "it did not come back");
    return page;
  },

  async "ways of looking differ, and files can be saved"() {
    const f = models.find((f) => f.scene.meshes.some((m) => m.skinned)) ?? models[0];
    const page = await newPage(browser);
    await shown(page, (await start([f.path])).url);
    const before = await picture(page);
    for (const [key, name] of [["w", "wireframe"], ["n", "normals"], ["u", "uv"], ["c", "clay"], ["l", "light"]]) {
      await page.keyboard.press(key);
      assert(await difference(before, await picture(page, name)) > 0.002, `${name} changes nothing`);
      if (key === "l") break;
      await page.keyboard.press(key);
    }
    for (const [key, end] of [["s", ".png"], ["d", ".glb"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press(key)]);
      assert(download.suggestedFilename().endsWith(end), `${key} saves ${download.suggestedFilename()}`);
    }
    await page.keyboard.press("?");
    assert((await page.locator("#keys").innerText()).includes("wireframe"), "? shows no keys");
    await page.screenshot({ path: path.join(artefacts, "keys.png") });
    return page;
  },

  async "a phone-sized window and the dark theme"() {
    const page = await newPage(browser, { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: "dark" });
    await shown(page, (await start([models[0].path])).url);
    await page.tap("#fold");
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `the page is ${wide} pixels wide`);
    assert(await page.locator("#tabs").isVisible() && await page.locator("#canvas").isVisible(), "something is hidden");
    await page.screenshot({ path: path.join(artefacts, "phone.png") });
    return page;
  },

  async "the gallery works from disk"() {
    const site = path.join(work, "site");
    try { execFileSync(program, ["gallery", samples, "-o", site, "--quiet"]); } catch (e) { if (e.status !== 1) throw e; }
    const page = await newPage(browser);
    await page.goto(pathToFileURL(path.join(site, "index.html")).href);
    const count = () => page.locator(".card:not([hidden])").count();
    assert(await count() === report.filter((f) => !motionFormats.has(f.format) && f.format !== "gltf" && f.format !== "cat").length || await count() >= models.length - 2, `${await count()} cards`);
    await page.waitForFunction(() => [...document.images].some((i) => i.complete && i.naturalWidth > 0));
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(artefacts, "gallery.png") });
    const all = await count();
    await page.keyboard.press("/");
    const word = path.basename(models[0].path).slice(0, 4);
    await page.keyboard.type(`${word} zzz`);
    await page.waitForFunction(() => !document.getElementById("none").hidden);
    await page.keyboard.press("Escape");
    await page.waitForTimeout(100);
    assert(await count() === all, "the search is not cleared");
    await page.locator(".card").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#sheet[open] table", { timeout: 5_000 });
    await page.screenshot({ path: path.join(artefacts, "gallery-model.png") });
    return page;
  },
};

function inspect(file) {
  // Exit code 1: something in there cannot be shown; the report says what.
  try { return execFileSync(program, ["inspect", "--json", file], { maxBuffer: 1 << 28 }).toString(); } catch (e) { return e.stdout.toString(); }
}

// As the browser does it for files from outside.
async function drop(page, files) {
  const list = files.map((f) => ({ name: path.basename(f), data: readFileSync(f).toString("base64") }));
  const transfer = await page.evaluateHandle((list) => {
    const t = new DataTransfer();
    for (const { name, data } of list) t.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
    return t;
  }, list);
  for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("body", type, { dataTransfer: transfer });
}

let failed = 0;
for (const [name, run] of Object.entries(tests).filter(([n, f]) => typeof f === "function" && (!only || n.includes(only) || n.startsWith("the empty")))) {
  try {
    const page = await run();
    assert(page.problems.length === 0, `in the console: ${page.problems.slice(0, 3).join("; ")}`);
    await page.context().close().catch(() => {});
    console.log(`ok ${name}`);
  } catch (e) {
    failed++;
    console.log(`not ok ${name}: ${e.message.split("\n").slice(0, 4).join(" ")}`);
  }
}
for (const s of servers) s.stop();
await browser.close();
process.exit(failed ? 1 : 0);
