// What the tests of the viewer share. Each is run as `node NAME.test.mjs PROGRAM CONVERTED ARTEFACTS [PART OF A NAME]` from the
// project's folder, prints one line a test and leaves pictures of what was seen in ARTEFACTS.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { artefacts, launch, newPage, view } from "./open.mjs";

export const [program, , , only] = process.argv.slice(2);
export const samples = path.resolve(process.env.XENOMESH_SAMPLES ?? "samples");
export const codes = path.resolve("tests/data/codes");
export const work = mkdtempSync(path.join(tmpdir(), "xenomesh-browser-"));
export const browser = await launch();

// Seconds a test may take. On two cores with no graphics card each needs about 5, all samples 40: the rest is for
// machines that do other things too.
const LIMIT = 120;
const LIMITS = { "every sample can be seen": 300, "a tour over 300 models neither leaks nor slows down": 300 };

// The last resort, should the browser itself hang.
setTimeout(() => { console.log("not ok the suite as a whole: not done after 20 minutes"); process.exit(1); }, 1_200_000).unref();

export function assert(ok, message) { if (!ok) throw new Error(message); }

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

export const READY = 'body[data-state="ready"], body[data-state="error"], body[data-state="empty"]';
export async function shown(page, url) {
  await page.goto(url);
  await page.waitForSelector(READY);
}
export const reported = (page) => page.waitForSelector('body[data-report="ready"]');
export const set = (slider, part) => slider.evaluate((s, part) => { s.value = s.max * part; s.dispatchEvent(new Event("input")); }, part);

// Pixels of the 3D part. A page of its own decodes the pictures: the viewer's policy would not let it.
export const decoder = await (await browser.newContext()).newPage();
export async function picture(page, name) {
  // Nothing but the model: no notice, no buttons. Two frames, for what was asked to be drawn.
  const cover = (visibility) => page.evaluate((v) => { document.getElementById("notice").hidden = true; for (const id of ["tools", "player"]) document.getElementById(id).style.visibility = v; return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); }, visibility);
  await cover("hidden");
  const png = await page.locator("#stage").screenshot();
  await cover("");
  if (name) writeFileSync(path.join(artefacts, `${name}.png`), png);
  return png.toString("base64");
}
export function difference(a, b) {
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

// Colours of a picture at some places, each given as parts of its width and height.
export function pixels(png, places) {
  return decoder.evaluate(async ([text, places]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), g = canvas.getContext("2d");
    g.drawImage(image, 0, 0);
    return places.map(([x, y]) => [...g.getImageData(Math.floor(x * image.width), Math.floor(y * image.height), 1, 1).data]);
  }, [png, places]);
}

// What there is to look at.
export const report = JSON.parse(inspect(samples)).files;
export const motionFormats = new Set(["xsm", "xpm", "ani", "pose"]);
export const models = report.filter((f) => f.scene && !f.error && !motionFormats.has(f.format) && (f.scene.meshes.length || f.scene.joints.length));
export const find = (what, fits) => { const f = report.find(fits); assert(f, `no sample has ${what}`); return f; };

// What `gallery` says; its exit code is 1 where a file cannot be read.
export function makeGallery(folder, site) {
  const done = spawnSync(program, ["gallery", folder, "-o", site], { timeout: LIMIT * 1000 });
  assert(done.status === 0 || done.status === 1, `gallery ended with ${done.status}: ${done.stderr}`);
  return done.stderr.toString().trim().split("\n").pop();
}

export function inspect(file) {
  // Exit code 1: something in there cannot be shown; the report says what.
  try { return execFileSync(program, ["inspect", "--json", file], { maxBuffer: 1 << 28, timeout: LIMIT * 1000 }).toString(); } catch (e) { return e.stdout.toString(); }
}

// As the browser does it for files from outside.
export async function drop(page, files) {
  const list = files.map((f) => ({ name: path.basename(f), data: readFileSync(f).toString("base64") }));
  const transfer = await page.evaluateHandle((list) => {
    const t = new DataTransfer();
    for (const { name, data } of list) t.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
    return t;
  }, list);
  for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("body", type, { dataTransfer: transfer });
}

// As the browser hands over a folder: entries that list their entries.
const tree = (folder) => Object.fromEntries(readdirSync(folder, { withFileTypes: true }).map((e) => [e.name, e.isDirectory() ? tree(path.join(folder, e.name)) : readFileSync(path.join(folder, e.name)).toString("base64")]));
export function dropFolder(page, folder) {
  return page.evaluate((tree) => {
    const entry = ([name, what]) => (typeof what === "string"
      ? { name, isFile: true, isDirectory: false, file: (done) => done(new File([Uint8Array.from(atob(what), (c) => c.charCodeAt(0))], name)) }
      : { name, isFile: false, isDirectory: true, createReader() { let portions = [Object.entries(what).map(entry), []]; return { readEntries: (done) => done(portions.shift() ?? []) }; } });
    const event = new Event("drop", { cancelable: true, bubbles: true });
    event.dataTransfer = { items: Object.entries(tree).map((e) => ({ webkitGetAsEntry: () => entry(e) })), files: [], types: ["Files"] };
    document.body.dispatchEvent(event);
  }, { [path.basename(folder)]: tree(folder) });
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

// Runs tests by name, each with a bench of its own.
export async function run(tests) {
  const chosen = Object.entries(tests).filter(([name]) => !only || name.includes(only));
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
}
