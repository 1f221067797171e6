// What once was wrong: colours, sentences, keys, folders, memory. Each test looks at what a person sees.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { assert, codes, difference, drop, dropFolder, find, models, picture, pixels, program, reported, run, samples, work } from "./harness.mjs";
import { MATTE, UNLIT, matte, square } from "./models.mjs";
import { artefacts } from "./open.mjs";

const file = (name, bytes) => { const f = path.join(work, name); mkdirSync(path.dirname(f), { recursive: true }); writeFileSync(f, bytes); return f; };
const near = (a, b, by) => a.slice(0, 3).every((v, i) => Math.abs(v - b[i]) <= by);
function thumb(model, ...args) {
  const out = path.join(work, `${path.basename(model)}.png`);
  execFileSync(program, ["thumb", "--quiet", "--force", "--size", "128", "--picture", out, ...args, model]);
  return readFileSync(out).toString("base64");
}
const middle = async (png) => (await pixels(png, [[0.5, 0.5]]))[0];

await run({
  async "colours are the same in the viewer, in thumb and by formula"(t) {
    const cases = {
      "unlit-40": [{ extensions: UNLIT, texel: [40, 40, 40] }, [40, 40, 40], 0],
      "unlit-colours": [{ extensions: UNLIT, texel: [200, 40, 3] }, [200, 40, 3], 0],
      "front": [{ extensions: MATTE, material: { baseColorFactor: [0.18, 0.5, 0.9, 1] } }, matte([0.18, 0.5, 0.9], [0, 0, 1]), 2],
      "slanted": [{ normal: [1, 1, 1], extensions: MATTE, material: { baseColorFactor: [0.6, 0.6, 0.6, 1] } }, matte([0.6, 0.6, 0.6], [1, 1, 1]), 2],
      "up": [{ normal: [0, 1, 0.2], extensions: MATTE, material: { baseColorFactor: [0.4, 0.3, 0.2, 1] } }, matte([0.4, 0.3, 0.2], [0, 1, 0.2]), 2],
      "black": [{ normal: [1, 0.3, 0.1], extensions: MATTE, material: { baseColorFactor: [0, 0, 0, 1], roughnessFactor: 0.1 } }, [0, 0, 0], 0],
    };
    const files = Object.entries(cases).map(([name, [what]]) => file(`colours/${name}.glb`, square(what)));
    const page = await t.show([path.join(work, "colours")], { viewport: { width: 900, height: 500 } });
    for (const [i, [name, [, wanted, by]]] of Object.entries(cases).entries()) {
      await page.getByRole("button", { name: `${name}.glb` }).first().click();
      await page.waitForFunction((n) => document.body.dataset.state === "ready" && document.getElementById("title").textContent.endsWith(n), `${name}.glb`);
      const [viewer, still] = [await middle(await picture(page, `colour-${name}`)), await middle(thumb(files[i]))];
      assert(near(viewer, wanted, by + 1 - (by === 0)), `${name}: the viewer shows ${viewer}, the formula says ${wanted.map(Math.round)}`);
      assert(near(still, wanted, by), `${name}: thumb shows ${still}, the formula says ${wanted.map(Math.round)}`);
    }
    // A curve and an exposure change what is lit, and nothing that is unlit.
    for (const [name, changes] of [["unlit-40.glb", false], ["front.glb", true]]) {
      await page.keyboard.press("1");
      await page.getByRole("button", { name }).first().click();
      await page.waitForFunction((n) => document.body.dataset.state === "ready" && document.getElementById("title").textContent.endsWith(n), name);
      await page.keyboard.press("8");
      await page.selectOption("#curve", "none");
      const before = await middle(await picture(page));
      await page.selectOption("#curve", "neutral");
      await page.locator("#exposure").fill("1");
      const after = await middle(await picture(page));
      assert(near(before, after, 0) !== changes, `${name}: ${before} becomes ${after} with a tone curve`);
      await page.locator("#exposure").fill("0");
    }
  },

  async "a missing texture is clay, in the viewer and in thumb"(t) {
    for (const [name, extensions] of [["lit", {}], ["unlit", UNLIT]]) {
      const model = file(`missing-${name}.glb`, square({ missing: true, extensions }));
      const page = await t.show([model], { viewport: { width: 640, height: 420 } });
      for (const [who, seen] of [["the viewer", await middle(await picture(page, `missing-${name}`))], ["thumb", await middle(thumb(model))]]) assert(Math.max(...seen.slice(0, 3)) < 230 && Math.min(...seen.slice(0, 3)) > 90, `${who} shows ${seen} for a ${name} material`);
    }
  },

  async "wireframe can be seen on every background and over every surface"(t) {
    for (const shade of [0, 0.7]) {
      const model = file(`wire-${shade}.glb`, square({ extensions: UNLIT, material: { baseColorFactor: [shade, shade, shade, 1] } }));
      const page = await t.show([model], { viewport: { width: 640, height: 420 } });
      for (let i = 0; i < 5; i++) {
        const before = await picture(page);
        await page.keyboard.press("w");
        const over = await picture(page, `wire-${shade}-${i}`);
        assert(await difference(before, over) > 0.001, `over a surface of ${shade} on background ${i} there are no lines`);
        await page.keyboard.press("w");
        const alone = await picture(page);
        await page.locator("#tool-frame").evaluate(() => { document.querySelector("#stage > canvas").style.visibility = "hidden"; });
        const nothing = await picture(page);
        await page.locator("#tool-frame").evaluate(() => { document.querySelector("#stage > canvas").style.visibility = ""; });
        assert(await difference(nothing, alone) > 0.001, `on background ${i} lines alone cannot be seen`);
        await page.keyboard.press("w");
        await page.keyboard.press("b");
      }
    }
  },

  async "findings have their sentence and what to do"(t) {
    const broken = file("cut.xac", readFileSync(find("an .xac", (f) => f.format === "xac").path).subarray(0, 30));
    const said = JSON.parse(spawnSync(program, ["inspect", "--json", broken]).stdout).files[0].error;
    const page = await t.show([broken]);
    await reported(page);
    page.problems = [];
    const text = await page.locator("#page-findings").innerText();
    assert(text.includes(said.message), `the page of findings does not say ${said.message}: ${text}`);
    assert(/help: \w+/.test(text), `no help: ${text}`);
    assert((await page.textContent("#notice")).includes("help: "), "the notice says no help");
    const other = await t.show([path.join(codes, "XAC_MESH_TOTALS.xac")]);
    await reported(other);
    await other.keyboard.press("5");
    assert(/help: \w+/.test(await other.locator("#page-findings").innerText()), "a finding of a whole file has no help");
    await other.screenshot({ path: path.join(artefacts, "findings.png") });
  },

  async "keys work wherever the focus is"(t) {
    const f = find("an animation and a mesh", (f) => f.scene?.animations.some((a) => a.seconds > 0.1 && a.channels > 3) && f.scene.meshes.length && models.includes(f));
    const page = await t.show([f.path], { viewport: { width: 820, height: 360 } });
    const plays = () => page.locator("#toggle").innerText().then((text) => text.includes("❚❚"));
    for (const click of ["#tool-grid", "#tab-scene", ".tree .name"]) {
      const before = await plays();
      await page.locator(click).first().click();
      await page.keyboard.press("Space");
      assert(await plays() !== before, `after a click on ${click} Space does not play`);
    }
    await page.keyboard.press("1");
    const was = await plays();
    await page.keyboard.press("Space");
    assert(await plays() !== was, "with the focus on a tab Space does not play");
    if (await plays()) await page.keyboard.press("Space");
    await page.locator("#tool-clay").click();
    const before = await picture(page);
    await page.keyboard.press("ArrowRight");
    assert(await difference(before, await picture(page)) > 0.002, "after a click on a button the arrows do not turn");
  },

  async "search, scroll and Back survive opening files"(t) {
    const page = await t.show([samples], { viewport: { width: 900, height: 420 } });
    await page.keyboard.press("1");
    const search = page.getByRole("searchbox", { name: "Search files" });
    await search.fill("a");
    await page.locator("#page-files").evaluate((p) => { p.scrollTop = 120; });
    const rows = await page.locator("#page-files .list button").allTextContents();
    const first = await page.textContent("#title");
    const names = models.map((f) => path.relative(samples, f.path)).filter((n) => n.includes("a") && n !== first);
    const open = async (name) => {
      await page.evaluate(() => { document.body.dataset.report = "waiting"; });
      await page.locator("#page-files .list button", { has: page.getByText(name, { exact: true }) }).evaluate((b) => b.click());
      await reported(page);
      return page.textContent("#title");
    };
    const second = await open(names[0]), third = await open(names[1]);
    assert(first !== second && second !== third, `nothing opened: ${first}, ${second}, ${third}`);
    assert(await search.inputValue() === "a", "the search is gone");
    assert(await page.locator("#page-files").evaluate((p) => p.scrollTop) > 60, "the list jumped to its start");
    assert((await page.locator("#page-files .list button").allTextContents()).join() === rows.join(), "the list is another one");
    for (const [where, wanted] of [["goBack", second], ["goBack", first], ["goForward", second]]) {
      await page[where]();
      await page.waitForFunction((w) => document.getElementById("title").textContent === w, wanted);
    }
  },

  async "new files appear"(t) {
    const folder = path.join(work, "growing");
    file("growing/one.glb", square({}));
    const page = await t.show([folder]);
    await page.keyboard.press("1");
    file("growing/deep/two.glb", square({}));
    await page.waitForSelector('#page-files .list button:has-text("deep/two.glb")', { timeout: 10_000 });
    await page.getByRole("button", { name: "deep/two.glb" }).click();
    await page.waitForFunction(() => document.getElementById("title").textContent === "deep/two.glb" && document.body.dataset.state === "ready");
  },

  async "a dropped folder is read with its textures"(t) {
    const model = find("a texture", (f) => models.includes(f) && f.format === "xps" && f.scene.materials.some((m) => m.textures.some((x) => x.found && x.slot === "baseColor")));
    const folder = path.join(work, "dropped"), inner = path.join(folder, "deep");
    cpSync(path.dirname(model.path), inner, { recursive: true });
    writeFileSync(path.join(folder, "notes.txt"), "read me");
    const page = await t.show([]);
    await dropFolder(page, folder);
    await page.waitForSelector('body[data-state="ready"]');
    await reported(page);
    assert((await page.textContent("#title")).startsWith("dropped/deep/"), `${await page.textContent("#title")} is open`);
    await page.keyboard.press("3");
    assert(await page.locator("#page-materials .map").count() > 0, "the textures of the folder were not found");
    await page.screenshot({ path: path.join(artefacts, "dropped-folder.png") });
  },

  async "what is too large to drop says so in a sentence, what is sent shows how far"(t) {
    const page = await t.show([]);
    await page.evaluate(() => {
      const huge = new File(["x"], "huge.xps");
      Object.defineProperty(huge, "size", { value: 3e9 });
      const event = new Event("drop", { cancelable: true, bubbles: true });
      event.dataTransfer = { items: [], files: [huge], types: ["Files"] };
      document.body.dispatchEvent(event);
    });
    await page.waitForFunction(() => /huge\.xps has 3\.00 GB, the page takes 1\.07 GB/.test(document.getElementById("notice").textContent));
    await page.evaluate(() => { globalThis.seen = []; new MutationObserver(() => { const bar = document.querySelector("#notice progress"); if (bar) globalThis.seen.push(bar.value / bar.max); }).observe(document.getElementById("notice"), { subtree: true, childList: true, characterData: true, attributes: true }); });
    await drop(page, [file("big.bin", Buffer.alloc(3e6)), file("square.glb", square({}))]);
    await page.waitForSelector('body[data-state="ready"]');
    assert(await page.evaluate(() => globalThis.seen.length) > 0, "no progress was shown");
  },

  async "GLB from the page is what convert writes"(t) {
    const some = models.filter((f) => ["xps", "xac", "xmf"].includes(f.format)).slice(0, 4);
    assert(some.length > 2, "too few samples");
    for (const f of some) {
      const page = await t.show([f.path]);
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("d")]);
      const out = path.join(work, "converted.glb");
      execFileSync(program, ["convert", f.path, "-o", out, "--force", "--quiet"]);
      assert(readFileSync(await download.path()).equals(readFileSync(out)), `${f.path}: other bytes`);
      await page.context().close();
      t.pages.pop();
    }
  },

  async "facts follow the level of detail"(t) {
    const f = find("levels of detail", (f) => f.format === "component" && f.scene?.meshes.some((m) => m.lod === 2));
    const page = await t.show([f.path]);
    await reported(page);
    await page.keyboard.press("2");
    const sum = (lod) => f.scene.meshes.filter((m) => m.lod === lod && !m.collision).reduce((n, m) => n + m.triangles, 0);
    const triangles = async () => Number((await page.locator("#facts dt:has-text('Triangles') + dd").innerText()).replace(/\D/g, ""));
    assert(await triangles() === sum(0), `${await triangles()} triangles, not ${sum(0)}`);
    await page.evaluate(() => { document.body.dataset.report = "waiting"; });
    await page.selectOption("#lod", "2");
    await reported(page);
    assert(await triangles() === sum(2), `${await triangles()} triangles of level 2, not ${sum(2)}`);
  },

  async "without WebGL the page says so and the rest works"(t) {
    const page = await t.page();
    await page.addInitScript(() => { const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind.startsWith("webgl") ? null : get.call(this, kind, ...rest); }; });
    await page.goto((await t.server([models[0].path])).url);
    await reported(page);
    assert((await page.textContent("#notice")).includes("WebGL"), `it says ${await page.textContent("#notice")}`);
    await page.keyboard.press("2");
    assert(await page.locator("#page-scene .tree .name").count() > 0, "the tree is empty");
    page.problems = page.problems.filter((p) => !/WebGL/.test(p));
  },

  async "gallery: links open, arrows work after details, motions are counted, private data is gone"(t) {
    const folder = path.join(work, "gallery-in"), site = path.join(work, "gallery-out");
    const xac = find("an .xac", (f) => f.format === "xac" && f.scene?.meshes.length);
    cpSync(path.dirname(xac.path), path.join(folder, "actors"), { recursive: true });
    const secret = readdirSync(codes).map((n) => path.join(codes, n)).filter((n) => n.endsWith(".xps")).find((n) => /removed machine/.test(spawnSync(program, ["scrub", n, "-o", path.join(work, "clean.xps"), "--force"]).stderr.toString()));
    assert(secret, "no fixture holds private data");
    cpSync(secret, path.join(folder, "secret.xps"));
    const done = spawnSync(program, ["gallery", folder, "-o", site, "--motions", "auto"]);
    assert(/private data .* removed from 1 of the models/.test(done.stderr), `it does not say what was removed: ${done.stderr}`);
    const list = new Function("gallery", `${readFileSync(path.join(site, "data.js"))}; return gallery.list;`)({ models(list) { this.list = list; } });
    const moving = list.find((m) => m.animations > 0 && m.format === "xac");
    assert(moving, "no card counts the motions next to its model");
    const clean = file("clean/secret.xps", ""), removed = spawnSync(program, ["scrub", secret, "-o", clean, "--force"]).stderr.toString();
    const words = [...removed.matchAll(/^removed [^:]+: (.+)$/gm)].map((m) => m[1]);
    assert(words.length > 2, `too little private to look for: ${removed}`);
    const everything = ["details/secret.js", "models/secret.glb", "data.js"].map((f) => readFileSync(path.join(site, f), "latin1")).join();
    for (const w of words) assert(!everything.includes(w) && !everything.includes(Buffer.from(w).toString("base64").replace(/=+$/, "")), `the site holds ${w}`);
    execFileSync(program, ["convert", clean, "-o", path.join(work, "clean.glb"), "--force", "--quiet"]);
    assert(readFileSync(path.join(site, "models/secret.glb")).equals(readFileSync(path.join(work, "clean.glb"))), "the GLB is not that of the scrubbed model");
    const page = await t.page();
    const url = pathToFileURL(path.join(site, "index.html")).href;
    await page.goto(`${url}#model=${encodeURIComponent(moving.path)}`);
    await page.waitForSelector("#sheet[open] h3");
    assert((await page.locator("#sheet h2").innerText()) === moving.path.split("/").pop(), "the link opens another model");
    assert((await page.locator("#sheet").innerText()).includes("Animations"), "the animations are not listed");
    await page.waitForSelector('#sheet .theatre[data-state="ready"]');
    await page.screenshot({ path: path.join(artefacts, "gallery-3d.png") });
    const title = () => page.locator("#sheet h2").innerText(), before = await title();
    const step = list.indexOf(moving) + 1 < list.length ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    await page.keyboard.press(step[0]);
    await page.waitForFunction((b) => document.querySelector("#sheet h2").textContent !== b, before);
    await page.waitForSelector("#sheet h3");
    await page.keyboard.press(step[1]);
    await page.waitForFunction((b) => document.querySelector("#sheet h2").textContent === b, before);
  },

  async "gallery: models in 3D on a phone, next and previous by buttons"(t) {
    const site = path.join(work, "phone-site");
    const files = ["a", "b"].map((name) => file(`phone/${name}.glb`, square({ extensions: UNLIT, material: { baseColorFactor: name === "a" ? [1, 0, 0, 1] : [0, 0, 1, 1] } })));
    execFileSync(program, ["gallery", "--quiet", ...files, "-o", site]);
    const page = await t.page({ viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: "dark" });
    await page.goto(pathToFileURL(path.join(site, "index.html")).href);
    await page.locator(".card").first().tap();
    for (const [title, [r, b]] of [["a.glb", [true, false]], ["b.glb", [false, true]], ["a.glb", [true, false]]]) {
      await page.waitForFunction((n) => document.querySelector("#sheet h2")?.textContent === n && document.querySelector("#sheet .theatre")?.dataset.state === "ready", title);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= 390, `the page is ${wide} pixels wide`);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const [seen] = await pixels((await page.locator("#sheet .theatre canvas").screenshot()).toString("base64"), [[0.5, 0.5]]);
      assert((seen[0] > 200) === r && (seen[2] > 200) === b, `${title} shows ${seen}`);
      await page.screenshot({ path: path.join(artefacts, "gallery-phone.png") });
      await page.getByRole("button", { name: title === "a.glb" ? "Next model" : "Previous model" }).tap();
    }
  },

  async "two inputs with one name have two pictures and two cards"(t) {
    const a = file("twins/a/x.glb", square({})), b = file("twins/b/x.glb", square({ material: { baseColorFactor: [1, 0, 0, 1] } })), out = path.join(work, "twin-pictures");
    execFileSync(program, ["thumb", "--quiet", a, b, "-o", out]);
    assert(existsSync(path.join(out, "a/x.png")) && existsSync(path.join(out, "b/x.png")), `${readdirSync(out, { recursive: true })}`);
    execFileSync(program, ["gallery", "--quiet", a, b, "-o", path.join(work, "twin-site")]);
    const page = await t.page();
    await page.goto(pathToFileURL(path.join(work, "twin-site/index.html")).href);
    await page.waitForSelector(".card");
    const titles = await page.locator(".card").evaluateAll((list) => list.map((c) => c.title));
    assert(titles.join() === "a/x.glb,b/x.glb", `cards: ${titles}`);
  },

  async "the token is not in the list of processes"() {
    const bin = path.join(work, "bin"), seen = path.join(work, "seen");
    file("bin/xdg-open", `#!/bin/sh\nprintf '%s\\n' "$@" > ${seen}.new\nmv ${seen}.new ${seen}\n`);
    chmodSync(path.join(bin, "xdg-open"), 0o755);
    const child = spawn(program, ["view"], { env: { ...process.env, PATH: `${bin}:${process.env.PATH}` }, stdio: ["ignore", "pipe", "ignore"] });
    const url = await new Promise((done) => child.stdout.once("data", (d) => done(d.toString().trim())));
    for (let i = 0; i < 100 && !existsSync(seen); i++) await new Promise((done) => setTimeout(done, 50));
    const given = readFileSync(seen, "utf8").trim(), token = new URL(url).pathname.replaceAll("/", "");
    const leads = readFileSync(given, "utf8");
    child.kill();
    assert(token.length >= 32 && !given.includes(token), `the browser is started with ${given}`);
    assert(leads.includes(url), "the file does not lead to the page");
  },

  async "memory of the server stays bounded over many files"(t) {
    const folder = path.join(work, "many");
    for (let i = 0; i < 40; i++) file(`many/${i}.glb`, Buffer.concat([square({ texel: [i, 2 * i, 3 * i] }), Buffer.alloc(0)]));
    const big = path.join(work, "many/big.xps");
    cpSync(find("an .xps", (f) => f.format === "xps").path, big);
    const server = await t.server([folder]);
    const size = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]);
    const ask = async () => { for (let id = 0; id < 41; id++) for (const what of ["report", "glb"]) await (await fetch(`${server.url}api/${what}?id=${id}`)).arrayBuffer(); };
    await ask();
    const before = size();
    for (let i = 0; i < 4; i++) await ask();
    assert(size() < before * 1.3 + 4096, `${before} kB, then ${size()} kB`);
  },

  async "contrast, roles and names"(t) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await t.show([path.join(codes, "XAC_MESH_TOTALS.xac"), models[0].path], { colorScheme });
      await reported(page);
      for (let tab = 1; tab <= 8; tab++) {
        await page.keyboard.press(String(tab));
        const weak = await page.evaluate(weakest);
        assert(!weak, `${colorScheme}, page ${tab}: ${weak}`);
        const nameless = await page.evaluate(unnamed);
        assert(!nameless, `page ${tab}: ${nameless} has no name`);
      }
      await page.screenshot({ path: path.join(artefacts, `look-${colorScheme}.png`) });
      assert(await page.locator('canvas[role][aria-label*="Model"]').count() === 1, "the canvas has no role or name");
      assert(await page.locator('[role="tree"] [role="treeitem"][aria-level]').count() > 0 && await page.locator('[role="tab"][aria-controls]').count() === 8, "tree or tabs lack roles");
    }
  },

  async "everything by keyboard alone"(t) {
    const page = await t.show([samples]);
    const press = (...keys) => keys.reduce((p, k) => p.then(() => page.keyboard.press(k)), Promise.resolve());
    const tabTo = async (what) => { for (let i = 0; i < 80; i++) { await press("Tab"); if (await page.evaluate((w) => document.activeElement?.matches(w), what)) return; } throw new Error(`Tab never comes to ${what}`); };
    await tabTo("#canvas");
    const before = await picture(page);
    await press("ArrowRight");
    assert(await difference(before, await picture(page)) > 0.001, "the arrows do not turn");
    await tabTo("#tool-clay");
    await press("Enter");
    assert(await page.getAttribute("#tool-clay", "aria-pressed") === "true", "Enter does not press");
    await tabTo("#page-files .list button");
    const start = await page.textContent("#title");
    const here = () => page.evaluate(() => document.activeElement.textContent);
    for (let i = 0; i < 20 && (/▶/.test(await here()) || (await here()).startsWith(start)); i++) await press("ArrowDown");
    await press("Enter");
    await page.waitForFunction((s) => document.getElementById("title").textContent !== s && document.body.dataset.state !== "loading", start);
    const opened = await page.textContent("#title");
    await press("2");
    assert(await page.evaluate(() => document.activeElement.id) === "tab-scene", "2 does not go to the scene");
    await press("ArrowRight");
    assert(await page.evaluate(() => document.activeElement.id) === "tab-materials", "arrows do not go from tab to tab");
    await press("2");
    await tabTo('[role="treeitem"]');
    await press("End", "Enter");
    await page.waitForSelector(".tree .node.selected");
    await press("Escape", "?");
    assert(await page.locator("#keys").evaluate((d) => d.open), "? shows no keys");
    await press("Escape", "1", "]");
    await page.waitForFunction((o) => document.getElementById("title").textContent !== o, opened);
  },
});

// In the page: the first text whose contrast with what is behind it is below 4.5 : 1.
function weakest() {
  const canvas = new OffscreenCanvas(1, 1), g = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (color) => { g.clearRect(0, 0, 1, 1); g.fillStyle = color; g.fillRect(0, 0, 1, 1); return [...g.getImageData(0, 0, 1, 1).data]; };
  const light = (c) => { const [r, gr, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * gr + 0.0722 * b; };
  const behind = (e) => { for (let p = e; p; p = p.parentElement) { const c = rgba(getComputedStyle(p).backgroundColor); if (c[3] > 250) return c; } return rgba("white"); };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const e = n.parentElement;
    if (!n.textContent.trim() || !e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || e.closest(":disabled, #labels, script, .skip")) continue;
    const [a, b] = [light(rgba(getComputedStyle(e).color)), light(behind(e))], ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) return `${ratio.toFixed(2)} : 1 for "${n.textContent.trim().slice(0, 40)}"`;
  }
  return null;
}

// In the page: the first control without a name.
function unnamed() {
  for (const e of document.querySelectorAll("button, select, input:not([type=file]), [role=tree], [role=treeitem], [role=tabpanel], canvas[role]")) {
    if (!e.checkVisibility()) continue;
    const labelled = e.getAttribute("aria-labelledby");
    if (!(e.ariaLabel || e.title || e.textContent.trim() || e.labels?.length || (labelled && document.getElementById(labelled)))) return e.outerHTML.slice(0, 120);
  }
  return null;
}
