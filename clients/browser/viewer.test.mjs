// The viewer and the gallery as people use them every day.
import { copyFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { READY, assert, codes, difference, drop, find, inspect, makeGallery, models, motionFormats, picture, reported, run, samples, set, shown, work } from "./harness.mjs";
import { artefacts } from "./open.mjs";
import { repeat } from "./scroll.mjs";

let empty = null;
await run({
  async "the empty page waits for a drop"(t) {
    const page = await t.show([], { viewport: { width: 760, height: 440 } });
    assert((await page.textContent("#notice")).includes("Drop"), "it does not say so");
    empty = await picture(page, "empty");
  },

  async "every sample can be seen"(t) {
    assert(models.length > 0, "there are no models in the samples");
    empty ??= await picture(await t.show([], { viewport: { width: 760, height: 440 } }));
    const server = await t.server([samples]);
    const page = await t.page({ viewport: { width: 760, height: 440 } });
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
    assert(pictures.length > 0, "no pictures next to the sample");
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
    assert(made.includes("1 cannot be read"), `the broken file is not reported: ${made}`);
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
    // A BGF is shown through its BSG; a .gfx names actors that have cards of their own.
    const own = models.filter((f) => !["bgf", "gfx"].includes(f.format)).length;
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
});
