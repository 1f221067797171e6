// node viewer.test.mjs PROGRAM CONVERTED ARTEFACTS [NAME]: the viewer and the gallery in a real browser, from the
// project's folder. Prints one line a test; pictures of what was seen stay in ARTEFACTS.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { artefacts, launch, newPage, view } from "./open.mjs";
import { repeat } from "./scroll.mjs";

const [program, , , only] = process.argv.slice(2);
const samples = path.resolve(process.env.XENOMESH_SAMPLES ?? "samples");
const codes = path.resolve("tests/data/codes");
const work = mkdtempSync(path.join(tmpdir(), "xenomesh-browser-"));
const browser = await launch();

// Seconds a test may take. On two cores with no graphics card each needs about 5, all samples 40: the rest is for
// machines that do other things too.
const LIMIT = 120;
const LIMITS = { "every sample can be seen": 300 };

// The last resort, should the browser itself hang.
setTimeout(() => { console.log("not ok the suite as a whole: not done after 20 minutes"); process.exit(1); }, 1_200_000).unref();

function assert(ok, message) { if (!ok) throw new Error(message); }

// What a test opens; all of it ends with the test.
class Bench {
  servers = [];
  pages = [];

  async server(files) {
    const server = await view(program, files);
    this.servers.push(server);
    return server;
  }

  async page(options) {
    const page = await newPage(browser, options);
    this.pages.push(page);
    return page;
  }

  // A page that shows some files.
  async show(files, options) {
    const page = await this.page(options);
    await shown(page, (await this.server(files)).url);
    return page;
  }

  // What the pages are busy with, for the message of a test that does not end.
  async where() {
    const asked = this.pages.map((p) => Promise.race([
      p.evaluate(() => `${location.pathname.split("/").pop()}${location.search} state=${document.body.dataset.state} report=${document.body.dataset.report} frames=${document.body.dataset.frames} notice=${document.getElementById("notice")?.textContent}`),
      new Promise((done) => setTimeout(done, 3000, "a page that does not answer")),
    ]).catch((e) => e.message));
    return (await Promise.all(asked)).join("; ");
  }

  async close() {
    for (const s of this.servers) s.stop();
    await Promise.all(this.pages.map((p) => p.context().close().catch(() => {})));
  }
}

const READY = 'body[data-state="ready"], body[data-state="error"], body[data-state="empty"]';
async function shown(page, url) {
  await page.goto(url);
  await page.waitForSelector(READY);
}
const reported = (page) => page.waitForSelector('body[data-report="ready"]');
const set = (slider, part) => slider.evaluate((s, part) => { s.value = s.max * part; s.dispatchEvent(new Event("input")); }, part);

// Pixels of the 3D part. A page of its own decodes the pictures: the viewer's policy would not let it.
const decoder = await (await browser.newContext()).newPage();
async function picture(page, name) {
  // Nothing but the model: no notice. Two frames, for what was asked to be drawn.
  await page.evaluate(() => { document.getElementById("notice").hidden = true; return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); });
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

let empty = null;
const tests = {
  async "the empty page waits for a drop"(t) {
    const page = await t.show([], { viewport: { width: 960, height: 640 } });
    assert((await page.textContent("#notice")).includes("Drop"), "it does not say so");
    empty = await picture(page, "empty");
  },

  async "every sample can be seen"(t) {
    assert(models.length > 0, "there are no models in the samples");
    const server = await t.server([samples]);
    const page = await t.page({ viewport: { width: 960, height: 640 } });
    await shown(page, server.url);
    const list = await page.evaluate(() => fetch("api/list").then((r) => r.json()));
    const names = new Set(models.map((m) => path.relative(samples, m.path).replaceAll(path.sep, "/")));
    const open = list.filter((f) => names.has(f.name));
    assert(open.length === names.size, `${names.size} models, ${open.length} of them listed`);
    // As a person does it: from file to file on one page.
    await page.keyboard.press("1");
    for (const file of open) {
      await page.getByRole("button", { name: file.name }).first().click();
      await page.waitForSelector(READY);
      assert(await page.getAttribute("body", "data-state") === "ready", `${file.name}: ${await page.textContent("#notice")}`);
      assert(await page.textContent("#title") === file.name, `${await page.textContent("#title")} is shown, not ${file.name}`);
      const seen = await picture(page, file.name.replaceAll("/", "_"));
      assert(await difference(seen, empty) > 0.005, `${file.name}: the canvas is blank`);
      for (const id of ["files", "scene"]) {
        const odd = (await page.textContent(`#page-${id}`)).match(/.{0,30}(\[object |\bnull\b|\bundefined\b|\bNaN\b).{0,30}/);
        assert(!odd, `${file.name}: the page ${id} says ${odd?.[0]}`);
      }
    }
  },

  async "an animation moves pixels"(t) {
    const f = find("an animation and a mesh", (f) => f.scene?.animations.some((a) => a.seconds > 0.1 && a.channels > 3) && f.scene.meshes.length && !motionFormats.has(f.format));
    const page = await t.show([f.path]);
    const before = await picture(page);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector("#toggle").textContent.includes("❚❚") && Number(document.querySelector("#scrub").value) > 0);
    await page.keyboard.press("Space");
    await set(page.locator("#scrub"), 0.37);
    assert(await difference(before, await picture(page, "animation")) > 0.002, "nothing moved");
  },

  async "a morph slider moves pixels"(t) {
    const f = find("morph targets", (f) => f.scene?.meshes.some((m) => m.morphTargets.length));
    const page = await t.show([f.path]);
    await page.keyboard.press("4");
    const before = await picture(page);
    const sliders = await page.locator("#morphs input").all();
    assert(sliders.length > 0, "there are no sliders");
    for (const slider of sliders) await set(slider, 1);
    assert(await difference(before, await picture(page, "morph")) > 0.0002, "nothing moved");
    await page.screenshot({ path: path.join(artefacts, "motion-panel.png") });
  },

  async "joint names appear, in the tree and on the model"(t) {
    const f = find("joints", (f) => f.scene && f.scene.joints.length > 3 && f.scene.meshes.some((m) => m.skinned));
    const page = await t.show([f.path]);
    await page.keyboard.press("2");
    const inTree = await page.locator("#page-scene .tree .name").allTextContents();
    assert(inTree.includes(f.scene.joints[0]), `the tree does not show ${f.scene.joints[0]}: ${inTree.slice(0, 5)}`);
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    await page.waitForSelector("#labels span:visible");
    const labels = await page.locator("#labels span:visible").allTextContents();
    assert(labels.some((l) => f.scene.joints.includes(l)), `no name on the model: ${labels}`);
    await page.screenshot({ path: path.join(artefacts, "bones.png") });
  },

  async "a dropped motion plays"(t) {
    const motion = find("an .xsm", (f) => f.format === "xsm");
    const tracks = new Set(motion.scene.joints);
    const share = (f) => f.scene.joints.filter((j) => tracks.has(j)).length;
    const model = models.filter((f) => f.format === "xac").sort((a, b) => share(b) - share(a))[0];
    assert(model && share(model) > 0, "no .xac has the bones of the motion");
    const page = await t.show([model.path]);
    const before = await picture(page);
    await drop(page, [motion.path]);
    await page.waitForFunction(() => document.querySelectorAll("#clips li").length > 0);
    await page.waitForFunction(() => document.querySelector("#toggle").textContent.includes("❚❚"));
    await page.keyboard.press("Space");
    await set(page.locator("#scrub"), 0.4);
    assert(await difference(before, await picture(page, "dropped-motion")) > 0.002, "nothing moved");
  },

  async "a dropped pose is taken"(t) {
    const pose = find("a pose of an arm", (f) => f.format === "pose" && path.basename(f.path) === "wave.pose");
    const share = (f) => f.scene.joints.filter((j) => pose.scene.joints.includes(j)).length;
    const model = models.filter((f) => f.format === "xps").sort((a, b) => share(b) - share(a))[0];
    assert(model && share(model) > 2, "no .xps has the bones of the pose");
    const page = await t.show([model.path]);
    const before = await picture(page);
    await drop(page, [pose.path]);
    await page.waitForSelector(`#clips button[aria-current="true"]:has-text("wave")`);
    assert(await difference(before, await picture(page, "dropped-pose")) > 0.002, "nothing moved");
  },

  async "a dropped model opens, and its dropped texture is found"(t) {
    const model = find("a texture", (f) => models.includes(f) && f.scene.materials.some((m) => m.textures.some((t) => t.found && t.slot === "baseColor")) && f.format === "xps");
    const page = await t.show([]);
    await drop(page, [model.path]);
    await page.waitForSelector('body[data-state="ready"]');
    const before = await picture(page, "without-texture");
    const folder = path.dirname(model.path);
    const pictures = readdirSync(folder, { recursive: true }).filter((n) => /\.(png|tga|dds|bmp|jpe?g)$/i.test(n)).map((n) => path.join(folder, n));
    assert(pictures.length > 0, "no pictures beside the sample");
    await page.evaluate(() => { document.body.dataset.state = "waiting"; });
    await drop(page, pictures);
    await page.waitForSelector('body[data-state="ready"]');
    assert(await difference(before, await picture(page, "with-texture")) > 0.005, "the picture did not arrive on the model");
  },

  async "levels, collision meshes and parts can be switched"(t) {
    const f = find("levels of detail", (f) => f.format === "component" && f.scene?.meshes.some((m) => m.lod > 0) && f.scene.meshes.some((m) => m.collision));
    const page = await t.show([f.path]);
    await reported(page);
    await page.keyboard.press("2");
    const change = async (what, act) => {
      const before = await picture(page);
      await page.evaluate(() => { document.body.dataset.report = "waiting"; });
      await act();
      if (what !== "a part") await reported(page);
      assert(await difference(before, await picture(page, what.replaceAll(" ", "-"))) > 0.001, `${what} changes nothing`);
    };
    await change("a level of detail", () => page.selectOption("#lod", "2"));
    await change("collision", () => page.locator("#collision").check());
    await change("a part", () => page.locator(".tree input:checked").first().uncheck());
    await page.screenshot({ path: path.join(artefacts, "levels.png") });
  },

  async "a broken file shows its error and the byte"(t) {
    const source = models.find((f) => f.bytes > 2000 && f.format !== "gltf" && f.format !== "component");
    const whole = readFileSync(source.path);
    const broken = path.join(work, `broken${path.extname(source.path)}`);
    // Cut off until it cannot be read at all: readers keep what they can.
    let offset = null;
    for (const part of [0.5, 0.1, 0.02, 0.005]) {
      writeFileSync(broken, whole.subarray(0, Math.max(12, Math.floor(whole.length * part))));
      offset ??= JSON.parse(inspect(broken)).files[0].error?.offset;
      if (offset != null) break;
    }
    assert(offset != null, "no way of cutting it off is an error with a byte");
    const page = await t.show([broken]);
    assert(await page.getAttribute("body", "data-state") === "error", "it was opened");
    const at = `0x${offset.toString(16)}`;
    assert((await page.textContent("#notice")).includes(at), `the notice does not name ${at}`);
    await reported(page);
    await page.locator(".finding").first().click();
    await page.waitForSelector(".hex .line");
    await page.screenshot({ path: path.join(artefacts, "broken.png") });
    // A 422 is how the server says that a file cannot be read; the browser logs it.
    page.problems = page.problems.filter((p) => !p.includes("422"));
  },

  async "a finding leads to its object, its bytes and their field"(t) {
    const file = path.join(codes, "XAC_MESH_TOTALS.xac");
    const said = JSON.parse(inspect(file)).files[0].findings.find((f) => f.code === "XAC_MESH_TOTALS");
    const page = await t.show([file]);
    await reported(page);
    await page.keyboard.press("5");
    await page.locator(".finding", { hasText: said.code }).first().click();
    await page.waitForSelector(".hex b.hit");
    assert(await page.getAttribute(".hex b.hit", "title") === said.path, `the marked byte is not of ${said.path}`);
    const fields = await page.locator(".fields button").allTextContents();
    assert(fields.some((text) => text.includes(said.path)), `${said.path} is not among the fields`);
    await page.screenshot({ path: path.join(artefacts, "bytes.png") });
    await page.keyboard.press("2");
    assert(await page.locator(".tree .node.selected").count() === 1, "no object is selected");
  },

  async "strangers are refused"(t) {
    const { url } = await t.server([models[0].path]);
    const { port, pathname } = new URL(url);
    const ask = (host, where) => new Promise((done, failed) => http.get({ host: "127.0.0.1", port, path: where, headers: { host } }, (r) => { r.resume(); done(r.statusCode); }).on("error", failed));
    assert(await ask(`127.0.0.1:${port}`, `${pathname}api/list`) === 200, "we ourselves are refused");
    assert(await ask(`127.0.0.1:${port}`, "/api/list") === 403, "no token is needed");
    assert(await ask(`127.0.0.1:${port}`, `/${"f".repeat(32)}/api/list`) === 403, "any token will do");
    assert(await ask(`evil.example:${port}`, `${pathname}api/list`) === 421, "any Host will do");
    const page = await t.page();
    const other = http.createServer((_, r) => { r.setHeader("content-type", "text/html"); r.end("<p>elsewhere</p>"); }).listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    await page.goto(`http://127.0.0.1:${other.address().port}/`);
    const stolen = await page.evaluate((u) => fetch(`${u}api/list`).then((r) => r.text(), () => null), url);
    assert(stolen === null, "another page could read it");
    other.close();
    // The browser logs what it refuses.
    page.problems = [];
  },

  async "a change on disk reloads"(t) {
    const [f, other] = ["part_main-lod0", "part_engine-lod0"].map((part) => find(`a ${part}`, (f) => f.format === "xmf" && f.path.includes(part)));
    const copy = path.join(work, "changing.xmf");
    copyFileSync(f.path, copy);
    const page = await t.show([copy]);
    await reported(page);
    const before = await picture(page);
    await page.evaluate(() => { document.body.dataset.report = "waiting"; });
    writeFileSync(copy, readFileSync(other.path));
    await reported(page);
    assert(await page.getAttribute("body", "data-state") === "ready", "it did not come back");
    assert(await difference(before, await picture(page)) > 0.002, "the old model is still there");
  },

  async "ways of looking differ, and files can be saved"(t) {
    const f = models.find((f) => f.scene.meshes.some((m) => m.skinned)) ?? models[0];
    const page = await t.show([f.path], { viewport: { width: 960, height: 640 } });
    const before = await picture(page);
    for (const [key, name] of [["w", "wireframe"], ["n", "normals"], ["u", "uv"], ["c", "clay"], ["g", "grid"], ["b", "background"], ["l", "light"]]) {
      await page.keyboard.press(key);
      assert(await difference(before, await picture(page, name)) > 0.002, `${name} changes nothing`);
      for (let i = 0; i < ({ b: 4, l: 0 }[key] ?? 1); i++) await page.keyboard.press(key);
    }
    for (const [key, end, start] of [["s", ".png", "\x89PNG"], ["d", ".glb", "glTF"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press(key)]);
      assert(download.suggestedFilename().endsWith(end), `${key} saves ${download.suggestedFilename()}`);
      assert(readFileSync(await download.path()).subarray(0, 4).toString("latin1") === start, `what ${key} saves is no ${end}`);
    }
    await page.keyboard.press("3");
    await page.screenshot({ path: path.join(artefacts, "materials.png") });
    await page.keyboard.press("?");
    assert((await page.locator("#keys").innerText()).includes("wireframe"), "? shows no keys");
    await page.screenshot({ path: path.join(artefacts, "keys.png") });
  },

  async "a phone-sized window and the dark theme"(t) {
    const page = await t.show([models[0].path], { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: "dark" });
    await page.tap("#fold");
    await page.waitForSelector("#tabs", { state: "visible" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `the page is ${wide} pixels wide`);
    assert(await page.locator("#canvas").isVisible(), "the model is hidden");
    await picture(page);
    await page.screenshot({ path: path.join(artefacts, "phone.png") });
  },

  async "the gallery works from disk"(t) {
    const folder = path.join(work, "folder"), site = path.join(work, "site");
    cpSync(samples, folder, { recursive: true });
    writeFileSync(path.join(folder, "broken.xac"), "XAC ");
    const made = makeGallery(folder, site);
    assert(made.includes("1 cannot be read"), `the broken file is not told of: ${made}`);
    const page = await t.page();
    await page.goto(pathToFileURL(path.join(site, "index.html")).href);
    const count = async () => Number.parseInt(await page.locator("#count").innerText(), 10);
    const counted = (n) => page.waitForFunction((n) => Number.parseInt(document.getElementById("count").textContent, 10) === n, n);
    // Every card there is, seen by scrolling through the page: as many as the page says.
    const seen = async () => {
      const titles = new Set();
      for (let y = 0, end = 1; y < end; y += 300) {
        end = await page.evaluate((y) => { scrollTo(0, y); return document.documentElement.scrollHeight; }, y);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        for (const title of await page.locator(".card").evaluateAll((list) => list.map((c) => c.title))) titles.add(title);
      }
      await page.evaluate(() => scrollTo(0, 0));
      assert(titles.size === await count(), `${titles.size} cards, ${await count()} models`);
      return titles.size;
    };
    const all = await seen();
    const own = models.filter((f) => f.format !== "bgf").length;
    assert(all === own + 1, `${all} cards of ${own} models and a broken file`);
    await page.waitForFunction(() => [...document.images].filter((i) => i.complete && i.naturalWidth > 0).length > 8);
    await page.screenshot({ path: path.join(artefacts, "gallery.png") });
    await page.keyboard.press("/");
    await page.keyboard.type("broken zzz");
    await page.waitForSelector("#none", { state: "visible" });
    for (let i = 0; i < 4; i++) await page.keyboard.press("Backspace");
    await counted(1);
    assert((await page.locator(".card").innerText()).includes("unreadable"), "the broken file is not marked");
    await page.keyboard.press("Escape");
    await counted(all);
    for (const [what, act] of [["format", () => page.selectOption("#format", { index: 1 })], ["animated", () => page.check("#moving")], ["with findings", () => page.check("#found")]]) {
      await act();
      const left = await seen();
      assert(left > 0 && left < all, `${left} of ${all} models are left for ${what}`);
      await page.evaluate(() => document.getElementById("reset").click());
      assert(await seen() === all, `${what} is not reset`);
    }
    await page.locator(".card").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#sheet[open] table");
    await page.screenshot({ path: path.join(artefacts, "gallery-model.png") });
    const again = makeGallery(folder, site);
    assert(/^0 made/.test(again), `a second run makes again: ${again}`);
  },

  // No more cards in the page than the window needs, wherever it is scrolled to, and the keys reach all.
  async "a gallery of two thousand models"(t) {
    const site = path.join(work, "few");
    makeGallery(samples, site);
    const large = repeat(site, 2000);
    const page = await t.page();
    await page.goto(pathToFileURL(path.join(large, "index.html")).href);
    assert((await page.locator("#count").innerText()).replace(/\D/g, "") === "2000", "not 2,000 models");
    const cards = () => page.evaluate(() => [...document.querySelectorAll(".card")].map((c) => c.title));
    const focused = () => page.evaluate(() => document.activeElement.title);
    // Two rows of six at the least, whatever the scroll.
    const full = () => page.waitForFunction(() => {
      const seen = [...document.querySelectorAll(".card")].map((c) => c.getBoundingClientRect()).filter((r) => r.bottom > 60 && r.top < innerHeight);
      return seen.length >= 12;
    });
    let most = 0;
    for (let i = 0; i < 40; i++) {
      await page.evaluate((part) => scrollTo(0, document.documentElement.scrollHeight * part), i / 40);
      await full();
      most = Math.max(most, (await cards()).length);
    }
    assert(most > 0 && most < 150, `${most} cards in the page at once`);
    await page.keyboard.press("End");
    assert((await focused()).startsWith("01999/"), `End goes to ${await focused()}`);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    assert(/^019[89]/.test(await focused()), `the arrows go to ${await focused()}`);
    await page.keyboard.press("Home");
    assert((await focused()).startsWith("00000/"), `Home goes to ${await focused()}`);
    const order = await cards();
    assert(order.every((p, i) => i === 0 || order[i - 1] < p), "Tab would not go in order");
    rmSync(large, { recursive: true });
  },
};

// What `gallery` says; its exit code is 1 where a file cannot be read.
function makeGallery(folder, site) {
  const done = spawnSync(program, ["gallery", folder, "-o", site], { timeout: LIMIT * 1000 });
  assert(done.status === 0 || done.status === 1, `gallery ended with ${done.status}: ${done.stderr}`);
  return done.stderr.toString().trim().split("\n").pop();
}

function inspect(file) {
  // Exit code 1: something in there cannot be shown; the report says what.
  try { return execFileSync(program, ["inspect", "--json", file], { maxBuffer: 1 << 28, timeout: LIMIT * 1000 }).toString(); } catch (e) { return e.stdout.toString(); }
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

// A test that takes longer than it may fails with what its pages are doing.
function limited(name, t, work) {
  const seconds = LIMITS[name] ?? LIMIT;
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(async () => failed(new Error(`not done after ${seconds} s: ${await t.where()}`)), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const first = Object.keys(tests)[0];
const chosen = Object.entries(tests).filter(([name]) => !only || name.includes(only) || name === first);
let failed = 0;
for (const [name, run] of chosen) {
  const t = new Bench(), began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    await limited(name, t, run(t));
    const problems = t.pages.flatMap((p) => p.problems);
    assert(problems.length === 0, `in the console: ${problems.slice(0, 3).join("; ")}`);
    console.log(`ok ${name} (${took()})`);
  } catch (e) {
    failed++;
    console.log(`not ok ${name} (${took()}): ${e.message.split("\n").slice(0, 4).join(" ")}`);
    await t.pages.at(-1)?.screenshot({ path: path.join(artefacts, `failed-${name.replaceAll(/\W+/g, "-")}.png`), timeout: 5000 }).catch(() => {});
  }
  await t.close();
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
rmSync(work, { recursive: true, force: true });
await browser.close();
process.exit(failed ? 1 : 0);
