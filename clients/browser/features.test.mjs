// What the viewer can do beyond showing: motions that fit, poses by hand, channels, measuring, two models, file managers.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { assert, codes, difference, drop, find, models, picture, pixels, program, reported, run, set, work } from "./harness.mjs";
import { UNLIT, square } from "./models.mjs";
import { artefacts } from "./open.mjs";

const file = (name, bytes) => { const f = path.join(work, name); mkdirSync(path.dirname(f), { recursive: true }); writeFileSync(f, bytes); return f; };
const skinned = () => find("bones of a .xps", (f) => f.format === "xps" && f.scene?.meshes.some((m) => m.skinned) && f.scene.joints.some((j) => j.includes("left")));
const download = async (page, click) => { const [d] = await Promise.all([page.waitForEvent("download"), click()]); return { name: d.suggestedFilename(), bytes: readFileSync(await d.path()) }; };
const inspect = (f) => JSON.parse(spawnSync(program, ["inspect", "--json", f]).stdout).files[0];
const SMALL = { viewport: { width: 900, height: 520 } };

// Turns a bone by typing degrees.
async function turn(page, bone, degrees) {
  await page.keyboard.press("7");
  if (await page.getAttribute("#posing", "aria-pressed") !== "true") await page.locator("#posing").click();
  await page.selectOption("#bone", { label: bone });
  for (const [i, v] of degrees.entries()) { await page.locator("#angles input").nth(i).fill(String(v)); await page.locator("#angles input").nth(i).press("Tab"); }
}

await run({
  async "motions that fit come first, can be searched, and one that fits nothing says so"(t) {
    const motion = find("an .xsm", (f) => f.format === "xsm" && f.scene.joints.length > 2), tracks = new Set(motion.scene.joints);
    const model = models.filter((f) => f.format === "xac").sort((a, b) => b.scene.joints.filter((j) => tracks.has(j)).length - a.scene.joints.filter((j) => tracks.has(j)).length)[0];
    const folder = path.join(work, "motions");
    file("motions/a-foreign.pose", "nobody: 1 2 3\n");
    for (let i = 0; i < 9; i++) file(`motions/b-foreign${i}.pose`, "nobody: 1 2 3\n");
    cpSync(model.path, path.join(folder, "model.xac"));
    cpSync(motion.path, path.join(folder, "walk.xsm"));
    const page = await t.show([folder], SMALL);
    await page.keyboard.press("4");
    await page.waitForSelector('#motions button:has-text("fits")');
    const rows = await page.locator("#motions button").allTextContents();
    assert(rows[0].startsWith("walk.xsm") && rows.slice(1).every((r) => r.includes("does not fit")), `the order is ${rows}`);
    await page.getByRole("searchbox", { name: "Search motions" }).fill("a-foreign");
    assert((await page.locator("#motions button").allTextContents()).length === 1, "the search finds more than one");
    await page.locator("#motions button").click();
    await page.waitForFunction(() => /does not fit this model/.test(document.getElementById("notice").textContent));
    assert(await page.locator('#motions button[aria-current="true"]').count() === 0, "it stays chosen");
    await page.screenshot({ path: path.join(artefacts, "motions.png") });
  },

  async "a body and a face play together"(t) {
    const face = find("an .xpm", (f) => f.format === "xpm"), folder = path.dirname(face.path);
    const share = (f, m) => { const names = new Set([...f.scene.joints, ...f.scene.meshes.flatMap((x) => x.morphTargets)]); return m.scene.joints.filter((j) => names.has(j)).length; };
    const model = models.filter((f) => f.format === "xac" && path.dirname(f.path) === folder && f.scene.meshes.some((m) => m.morphTargets.length)).sort((a, b) => share(b, face) - share(a, face))[0];
    assert(model, "no actor next to the face motion has shape keys");
    const body = find("a body motion", (f) => f.format === "xsm" && path.dirname(f.path) === folder && share(model, f) > 1);
    const page = await t.show([model.path, body.path, face.path], SMALL);
    await page.keyboard.press("4");
    const clips = page.locator("#clips button"), texts = await clips.allTextContents();
    const [faceAt, bodyAt] = [texts.findIndex((x) => x.includes("face")), texts.findIndex((x) => !x.includes("face") && !x.includes("pose"))];
    assert(faceAt >= 0 && bodyAt >= 0, `no face and body: ${texts}`);
    await clips.nth(bodyAt).click();
    await clips.nth(faceAt).click();
    assert(await page.locator('#clips button[aria-current="true"]').count() === 2, "only one of them plays");
    await page.keyboard.press("Space");
    const slider = () => page.locator("#scrub");
    await set(slider(), 0.5);
    const both = await picture(page, "body-and-face");
    await clips.nth(faceAt).click();
    await page.keyboard.press("Space");
    await set(slider(), 0.5);
    assert(await difference(both, await picture(page)) > 0.00005, "the face does not move");
  },

  async "a pose by hand: turned, undone, mirrored, saved as .pose, GLB and .xps"(t) {
    const model = skinned(), left = model.scene.joints.find((j) => /arm left shoulder 2|arm left/.test(j)), right = left.replace("left", "right");
    const page = await t.show([model.path], SMALL);
    const rest = await picture(page);
    await turn(page, left, [0, 0, 40]);
    await page.keyboard.press("Escape");
    const posed = await picture(page, "posed");
    assert(await difference(rest, posed) > 0.002, "nothing moved");
    const pose = await download(page, () => page.getByRole("button", { name: "Save .pose" }).click());
    const line = (text, bone) => text.split(/\r?\n/).find((l) => l.startsWith(`${bone}:`))?.split(":").pop().trim().split(/\s+/).map(Number);
    assert(pose.name.endsWith(".pose") && Math.abs(Math.abs(line(pose.bytes.toString(), left)[2]) - 40) < 0.01, `the pose says ${line(pose.bytes.toString(), left)}`);
    // Loaded again, it is the same picture.
    const again = await t.show([model.path], SMALL);
    await drop(again, [file("saved.pose", pose.bytes)]);
    await again.waitForSelector('#clips button[aria-current="true"]');
    await turn(again, left, []);
    await again.keyboard.press("Escape");
    assert(await difference(posed, await picture(again, "posed-again")) < 0.001, "the saved pose is another one");
    for (const to of ["GLB", ".xps"]) {
      const kept = await download(page, () => page.getByRole("button", { name: `Save ${to}` }).click());
      const made = file(`posed/${kept.name}`, kept.bytes), report = inspect(made);
      assert(!report.error && report.scene.meshes.length > 0, `${kept.name} cannot be read`);
      if (to === ".xps") assert(report.details.defaultPose === true, `no default pose: ${JSON.stringify(report.details)}`);
      else {
        const json = JSON.parse(kept.bytes.subarray(20, 20 + kept.bytes.readUInt32LE(12))), turned = json.nodes.find((n) => n.name === left).rotation;
        assert(Math.abs(Math.abs(turned[2]) - Math.sin(Math.PI / 9)) < 1e-4 && json.skins.length > 0, `${left} is turned by ${turned} in the GLB`);
      }
    }
    await page.getByRole("button", { name: "Mirror left/right" }).click();
    assert(await difference(posed, await picture(page, "mirrored")) > 0.002, "mirroring changes nothing");
    const flipped = await download(page, () => page.getByRole("button", { name: "Save .pose" }).click());
    const [l, r] = [left, right].map((b) => line(flipped.bytes.toString(), b)), was = line(pose.bytes.toString(), left);
    assert(Math.abs(r[2] + was[2]) < 0.01 && Math.abs(r[0] - was[0]) < 0.01 && Math.abs(l[2]) < 0.01, `left ${l}, right ${r}`);
    await page.keyboard.press("Control+z");
    assert(await difference(posed, await picture(page)) < 0.001, "undo does not undo the mirror");
    await page.getByRole("button", { name: "Reset all" }).click();
    await page.locator("#posing").click();
    await page.keyboard.press("Escape");
    assert(await difference(rest, await picture(page)) < 0.001, "reset is not the rest pose");
  },

  async "a bone is chosen by a click and turned by the gizmo"(t) {
    const page = await t.show([skinned().path], SMALL);
    await page.keyboard.press("e");
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    const box = await page.locator('#labels span:visible:has-text("wrist")').first().boundingBox();
    const [x, y] = [box.x - 6, box.y + 8];
    await page.mouse.click(x, y);
    await page.waitForFunction(() => Number(document.getElementById("bone").value) >= 0);
    const before = await picture(page, "gizmo");
    // Somewhere on the rings around the bone.
    for (const [dx, dy] of [[52, 0], [0, 52], [37, 37], [60, 0], [0, -45], [45, 20]]) {
      await page.mouse.move(x + dx, y + dy);
      await page.mouse.down();
      await page.mouse.move(x + dx + 12, y + dy + 30, { steps: 4 });
      await page.mouse.up();
      if (await page.getByRole("button", { name: "Undo" }).isEnabled()) break;
    }
    assert(await page.getByRole("button", { name: "Undo" }).isEnabled(), "the gizmo cannot be dragged");
    assert(await difference(before, await picture(page, "gizmo-turned")) > 0.001, "nothing moved");
  },

  async "optional parts by a click"(t) {
    const model = find("optional parts", (f) => models.includes(f) && ["xps", "xnalara-bin", "xnalara-ascii"].includes(f.format) && f.scene.meshes.some((m) => /^(\d+_)?[+-]/.test(m.name)));
    const page = await t.show([model.path], SMALL);
    await page.keyboard.press("2");
    const before = await picture(page);
    await page.locator("#optional input").first().click();
    assert(await difference(before, await picture(page)) > 0.0005, "nothing changed");
  },

  async "channels one by one, the heat map of a bone, back faces"(t) {
    const model = skinned(), page = await t.show([model.path], SMALL);
    await page.keyboard.press("2");
    await page.getByRole("searchbox", { name: "Search nodes" }).fill("left");
    const found = await page.locator("#page-scene .list button").allTextContents();
    assert(found.length > 0 && found.every((f) => f.includes("left")), `the search finds ${found}`);
    await page.locator('#page-scene .list button:has-text("bone")').first().click();
    assert((await page.locator("#selected").innerText()).includes("Position"), "the selection has no properties");
    await page.keyboard.press("8");
    const seen = new Map();
    for (const look of await page.locator("#look option").evaluateAll((o) => o.map((x) => x.value))) {
      await page.selectOption("#look", look);
      const now = await picture(page, `look-${look}`);
      for (const [other, then] of seen) if (!(look === "metal" || other === "metal" || look === "colours" || other === "colours")) assert(await difference(now, then) > 0.001, `${look} looks like ${other}`);
      seen.set(look, now);
    }
    // Another bone moves other parts.
    await page.selectOption("#look", "weights");
    const heat = {};
    for (const bone of ["arm left elbow", "leg left knee"]) {
      await page.keyboard.press("2");
      await page.getByRole("searchbox", { name: "Search nodes" }).fill(bone);
      await page.locator("#page-scene .list button").first().click();
      heat[bone] = await picture(page, `weights-${bone.replaceAll(" ", "-")}`);
    }
    assert(await difference(...Object.values(heat)) > 0.01, "two bones have the same weights");
    const rough = file("rough.glb", square({ material: { roughnessFactor: 0.5 } })), grey = await t.show([rough], SMALL);
    await grey.keyboard.press("8");
    await grey.selectOption("#look", "roughness");
    const [[r]] = await pixels(await picture(grey), [[0.5, 0.5]]);
    assert(Math.abs(r - 128) <= 1, `roughness 0.5 shows as ${r}`);
  },

  async "a texture is enlarged, with its channels and the UV layout"(t) {
    const page = await t.show([file("texel.glb", square({ texel: [200, 100, 50] }))], SMALL);
    await page.keyboard.press("3");
    await page.locator(".map").first().click();
    const colour = () => page.locator("#enlarged").evaluate((c) => [...c.getContext("2d").getImageData(1, 2, 1, 1).data]);
    assert((await colour()).slice(0, 3).join() === "200,100,50", `${await colour()}`);
    await page.selectOption("#channel", "green");
    assert((await colour()).slice(0, 3).join() === "100,100,100", `green: ${await colour()}`);
    const sum = () => page.locator("#enlarged").evaluate((c) => c.getContext("2d").getImageData(0, 0, c.width, c.height).data.reduce((a, b) => a + b));
    const before = await sum();
    await page.locator("#layout").check();
    assert(await sum() !== before, "no UV layout is drawn");
  },

  async "sides, orthographic view and measuring"(t) {
    // A square of two by two, seen from the front without perspective.
    const page = await t.show([file("two.glb", square({ extensions: UNLIT, material: { baseColorFactor: [1, 0, 0, 1] } }))], SMALL);
    await page.keyboard.press("8");
    await page.locator("#sides").getByText("front", { exact: true }).click();
    const near = await picture(page, "front");
    await page.keyboard.press("x");
    assert(await page.locator("#flat").isChecked(), "X does not switch");
    await page.locator("#sides").getByText("three-quarter").click();
    assert(await difference(near, await picture(page)) > 0.01, "the sides look the same");
    await page.locator("#sides").getByText("front", { exact: true }).click();
    const edges = await page.evaluate(() => { const c = document.getElementById("canvas").getBoundingClientRect(); return { x: c.x + c.width / 2, y: c.y + c.height / 2 }; });
    const red = async (y) => (await pixels(await picture(page), [[0.5, y]]))[0][0] > 200 && (await pixels(await picture(page), [[0.5, y]]))[0][1] < 60;
    let [low, high] = [0.5, 1];
    for (let i = 0; i < 8; i++) { const mid = (low + high) / 2; if (await red(mid)) low = mid; else high = mid; }
    // Clear of the buttons above: six tenths of it.
    const half = (low - 0.5) * SMALL.viewport.height * 0.6;
    await page.keyboard.press("m");
    await page.mouse.click(edges.x, edges.y - half);
    await page.mouse.click(edges.x, edges.y + half);
    const length = Number(/length ([\d.]+)/.exec(await page.textContent("#notice"))?.[1]);
    assert(Math.abs(length - 1.2) < 0.03, `${await page.textContent("#notice")} for 1.2`);
  },

  async "two models, or before and after repair, by one camera"(t) {
    const red = file("pair/red.glb", square({ extensions: UNLIT, material: { baseColorFactor: [1, 0, 0, 1] } }));
    file("pair/sea.glb", square({ extensions: UNLIT, material: { baseColorFactor: [0, 0, 1, 1] } }));
    const page = await t.show([path.dirname(red)], SMALL);
    await page.keyboard.press("8");
    await page.selectOption("#other", { label: "sea.glb" });
    await page.waitForSelector("#stage.split");
    const [a, b] = await pixels(await picture(page, "side-by-side"), [[0.25, 0.5], [0.75, 0.5]]);
    assert(a[0] > 200 && a[2] < 60 && b[2] > 200 && b[0] < 60, `left ${a}, right ${b}`);
    const broken = await t.show([path.join(codes, "XAC_MESH_TOTALS.xac")], SMALL);
    await reported(broken);
    await broken.keyboard.press("8");
    await broken.selectOption("#other", "fixed");
    await broken.waitForSelector("#stage.split");
    await broken.screenshot({ path: path.join(artefacts, "before-after.png") });
  },

  async "field values stand next to the bytes"(t) {
    const model = find("a .xmf", (f) => f.format === "xmf"), page = await t.show([model.path], SMALL);
    await reported(page);
    await page.keyboard.press("6");
    await page.waitForSelector(".fields .value");
    const rows = await page.locator(".fields button").allTextContents();
    assert(rows.some((r) => r.includes("XUMF")), `no value of the signature: ${rows.slice(0, 4)}`);
    // A big-endian file.
    const big = await t.show([find("a .bgf", (f) => f.format === "bgf").path], SMALL);
    await reported(big);
    await big.keyboard.press("6");
    await big.waitForSelector(".fields .value");
    const numbers = await big.locator(".fields button:has(span:text-is('4')) .value").allTextContents();
    // Counts at the start: small numbers, which the other byte order would make large.
    const first = numbers.slice(0, 3).map((v) => Number(v.split(" ")[0]));
    assert(first.length === 3 && first.every((v) => v > 0 && v < 1000), `big-endian numbers show as ${numbers.slice(0, 5)}`);
  },

  async "previews in file managers"() {
    const data = path.join(work, "share"), env = { ...process.env, XDG_DATA_HOME: data };
    const done = spawnSync(program, ["thumb", "--install"], { env });
    assert(done.status === 0, `${done.stderr}`);
    const entry = readFileSync(path.join(data, "thumbnailers/xenomesh.thumbnailer"), "utf8"), types = readFileSync(path.join(data, "mime/packages/xenomesh.xml"), "utf8");
    assert(types.includes('pattern="*.xac"') && /MimeType=.*x-xenomesh-xac;/.test(entry), "no type for .xac");
    // As a file manager calls it.
    const out = path.join(work, "preview-without-extension"), model = find("an .xac", (f) => f.format === "xac").path;
    const words = /^Exec=(.*)$/m.exec(entry)[1].match(/"[^"]*"|\S+/g).map((w) => w.replaceAll('"', "").replace("%s", "128").replace("%o", out).replace("%i", model));
    execFileSync(words[0], words.slice(1), { env });
    assert(existsSync(out) && readFileSync(out).subarray(1, 4).toString() === "PNG", "no picture was made");
  },
});
