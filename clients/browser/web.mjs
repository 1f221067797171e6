// The page of `cargo xtask web` in a browser: node web.mjs PROGRAM CONVERTED ARTEFACTS [PART OF A NAME], its folder in
// XENOMESH_WEB. There is no program serving the page; what it makes is compared with what the program makes.
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync, readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { assert, codes, difference, drop, dropFolder, models, picture, program, reported, run, samples, shown, work } from "./harness.mjs";
import { artefacts } from "./open.mjs";

const folder = path.resolve(process.env.XENOMESH_WEB ?? "target/web");
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };
const asked = [];
const server = http.createServer((request, response) => {
  const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html", file = path.join(folder, name);
  asked.push(`${request.method} ${name}`);
  if (name.includes("..") || !existsSync(file)) { response.writeHead(404).end(); return; }
  response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] });
  createReadStream(file).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/`;
const OWN = ["index.html", "app.js", "app.css", "worker.js", "offline.js", "xenomesh.wasm"];

const ready = (page) => page.waitForSelector('body[data-state="ready"]');
const titled = (page, name) => page.waitForFunction((n) => document.getElementById("title").textContent.endsWith(n) && ["ready", "error"].includes(document.body.dataset.state), name);
async function open(t) {
  const page = await t.page();
  await shown(page, url);
  return page;
}
async function downloaded(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("d")]);
  return readFileSync(await download.path());
}
function converted(file) {
  const out = path.join(work, "converted.glb");
  execFileSync(program, ["convert", file, "-o", out, "--force", "--quiet"]);
  return readFileSync(out);
}
// The same bytes. But a `.scene` names the pictures of its models from the folder that was opened, here the one above; and where
// angles become rotations or shown colours linear ones (scenes and menus) the last bit is the C library's, of which a browser has another one.
function parts(glb, folder) {
  const length = glb.readUInt32LE(12), text = glb.subarray(20, 20 + length).toString();
  return [JSON.parse(text.replaceAll(`${folder}/`, "")), glb.subarray(20 + length)];
}
function close(a, b) {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a));
  // Extras ride as text.
  if (typeof a === "string" && a !== b && a.startsWith("{") && String(b).startsWith("{")) return close(JSON.parse(a), JSON.parse(b));
  if (typeof a !== "object" || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((k) => k in b && close(a[k], b[k]));
}
const TURNED = new Set(["scene", "bgf", "bsg"]);
function closeFloats(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i + 4 <= a.length; i += 4) {
    if (a.readUInt32LE(i) === b.readUInt32LE(i)) continue;
    const [x, y] = [a.readFloatLE(i), b.readFloatLE(i)];
    if (!(Math.abs(x - y) <= 1e-6 * Math.max(1, Math.abs(x)))) return false;
  }
  return true;
}
function same(f, ours, theirs) {
  if (!TURNED.has(f.format)) return ours.equals(theirs);
  const folder = path.basename(path.dirname(f.path)), [[a, data], [b, other]] = [parts(ours, folder), parts(theirs, folder)];
  return close(a, b) && closeFloats(data, other);
}
const pick = (page, name) => page.locator("#page-files .list button").filter({ has: page.locator("span", { hasText: new RegExp(`${name.replaceAll(/[.\\]/g, "\\$&")}$`) }) }).first().click();

await run({
  async "a dropped folder gives the bytes that convert writes, and no request leaves"(t) {
    const page = await open(t);
    assert(/Nothing leaves this computer/.test(await page.textContent("#notice")), "the page does not say so");
    const before = asked.length;
    for (const part of ["xnalara", "emfx", "egosoft", "anark"]) {
      await dropFolder(page, path.join(samples, part));
      await ready(page);
      const some = models.filter((f) => path.relative(samples, f.path).startsWith(part) && f.format !== "cat");
      const chosen = [...new Map(some.map((f) => [f.format, f])).values()];
      assert(chosen.length, `no model in ${part}`);
      for (const f of chosen) {
        const name = path.relative(samples, f.path);
        await page.keyboard.press("1");
        await pick(page, name);
        await titled(page, name);
        assert(same(f, await downloaded(page), converted(f.path)), `${name}: other bytes than convert writes`);
      }
    }
    await page.screenshot({ path: path.join(artefacts, "web.png") });
    const later = asked.slice(before).filter((a) => !OWN.some((o) => a === `GET ${o}`));
    assert(later.length === 0, `asked for ${later.join(", ")}`);
  },

  async "it looks as in the viewer of the program"(t) {
    const f = models.find((f) => f.format === "xps" && f.scene.materials.some((m) => m.textures.some((x) => x.found)));
    const native = await t.show([f.path]), page = await open(t);
    await dropFolder(page, path.dirname(f.path));
    await ready(page);
    await page.keyboard.press("1");
    await pick(page, path.basename(f.path));
    await titled(page, path.basename(f.path));
    const apart = await difference(await picture(native, "web-native"), await picture(page, "web-wasm"));
    assert(apart < 0.002, `${(apart * 100).toFixed(2)} % of the pixels differ`);
  },

  async "findings of a broken file show their sentence, its byte and what to do"(t) {
    const name = readdirSync(codes).find((n) => n.startsWith("XMF_") && n.endsWith(".xmf")) ?? readdirSync(codes, { recursive: true }).find((n) => /\.(xmf|xps)$/.test(n));
    const page = await open(t), file = path.join(codes, name);
    await drop(page, [file]);
    await page.waitForSelector('body[data-report="ready"]');
    const said = JSON.parse(execFileSync(program, ["inspect", "--json", file]).toString()).files[0];
    await page.getByRole("tab", { name: /findings/i }).click();
    const text = await page.textContent("#page-findings");
    assert(said.findings.length > 0 && said.findings.every((d) => text.includes(d.message)), `${name}: ${text}`);
    assert(/help:/.test(text), "no help");
  },

  async "archives are opened like folders"(t) {
    const page = await open(t), egosoft = path.join(samples, "egosoft");
    await drop(page, [path.join(egosoft, "ship.cat"), path.join(egosoft, "ship.dat")]);
    await ready(page);
    assert((await page.textContent("#title")).startsWith("ship.cat:"), await page.textContent("#title"));
    const ipf = path.join(samples, "tos-game/data/char_hi.ipf");
    await drop(page, [ipf]);
    await page.waitForFunction(() => document.getElementById("title").textContent.startsWith("char_hi.ipf:") && document.body.dataset.state === "ready");
    const zip = path.join(work, "models.zip");
    execFileSync("python3", ["-c", "import sys, zipfile, pathlib\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\nroot = pathlib.Path(sys.argv[2])\nfor p in sorted(root.iterdir()):\n    if p.is_file(): z.write(p, 'deep/' + p.name)\nz.close()", zip, path.join(samples, "xnalara")]);
    await drop(page, [zip]);
    await page.waitForFunction(() => document.getElementById("title").textContent.startsWith("models.zip:deep/") && document.body.dataset.state === "ready");
    const name = (await page.textContent("#title")).split("/").pop();
    assert((await downloaded(page)).equals(converted(path.join(samples, "xnalara", name))), "the model of the zip has other bytes");
  },

  async "poses are saved and bytes are shown"(t) {
    const page = await open(t), f = path.join(samples, "xnalara/character.mesh");
    await drop(page, [f]);
    await ready(page);
    await reported(page);
    await page.getByRole("tab", { name: /bytes/i }).click();
    await page.waitForFunction(() => /[0-9a-f]{2} [0-9a-f]{2}/.test(document.getElementById("page-bytes").textContent));
    await page.getByRole("tab", { name: /pose/i }).click();
    await page.waitForSelector("#page-pose button");
  },

  async "without a network it works from the second visit on"(t) {
    const page = await open(t);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length === 1 && !!(await caches.match("xenomesh.wasm")));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    const before = asked.length;
    await page.reload();
    await page.waitForSelector('body[data-state="empty"]');
    await drop(page, [path.join(samples, "xnalara/character.mesh")]);
    await ready(page);
    assert(asked.length === before, `asked for ${asked.slice(before)}`);
  },

  async "after a trap the other files are still there"(t) {
    const page = await t.page();
    // A file whose reading ends the library: what a mistake in it would do.
    await page.context().route("**/worker.js", async (r) => {
      const text = readFileSync(path.join(folder, "worker.js"), "utf8");
      const broken = text.replace("const status = wasm.answer", 'if (path.includes("trap.mesh")) throw new WebAssembly.RuntimeError("unreachable");\n  const status = wasm.answer');
      assert(broken !== text, "worker.js has another form");
      await r.fulfill({ body: broken, contentType: "text/javascript" });
    });
    await shown(page, url);
    const good = path.join(samples, "xnalara/character.mesh"), trap = path.join(work, "trap.mesh");
    await drop(page, [good]);
    await ready(page);
    const before = await downloaded(page);
    execFileSync("cp", [good, trap]);
    await drop(page, [trap]);
    await page.waitForFunction(() => /trap\.mesh: reading the file ended unexpectedly/.test(document.getElementById("notice").textContent));
    await page.keyboard.press("1");
    await pick(page, "character.mesh");
    await ready(page);
    assert((await downloaded(page)).equals(before), "other bytes after the trap");
  },

  async "a tour over 300 models neither leaks nor slows down"(t) {
    const page = await open(t), data = readFileSync(path.join(samples, "xnalara/character.mesh")).toString("base64");
    await page.evaluate((data) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0)), transfer = new DataTransfer();
      for (let i = 0; i < 300; i++) transfer.items.add(new File([bytes], `m${String(i).padStart(3, "0")}.mesh`));
      for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }, data);
    await page.waitForFunction(() => document.getElementById("title").textContent === "m000.mesh" && document.body.dataset.state === "ready");
    const step = async (from, to) => {
      const began = performance.now();
      for (let i = from; i < to; i++) {
        await page.keyboard.press("]");
        const name = `m${String(i).padStart(3, "0")}.mesh`;
        await page.waitForFunction((n) => document.getElementById("title").textContent === n && document.body.dataset.state === "ready", name, { polling: 20 });
      }
      return (performance.now() - began) / (to - from);
    };
    await step(1, 50);
    const heap = async () => { await page.requestGC(); return page.evaluate(() => performance.memory.usedJSHeapSize); };
    const first = await step(50, 100), small = await heap();
    await step(100, 250);
    const last = await step(250, 300), large = await heap();
    assert(last < 2 * first, `a model took ${first.toFixed(0)} ms at first and ${last.toFixed(0)} ms at last`);
    assert(large < 1.5 * small + 2e6, `the page's memory grew from ${small} to ${large}`);
  },
}).finally(() => server.close());
