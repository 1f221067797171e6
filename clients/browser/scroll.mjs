// node scroll.mjs SITE: a gallery of 2,000 models, those of SITE again and again. Prints, in milliseconds, the time
// until it shows a picture, the median frame and the slowest twentieth while it is scrolled, and the time of a search.
import { cpSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { launch, newPage } from "./open.mjs";

const MODELS = 2000;

// The same site with its models repeated under other names, each with a picture of its own.
export function repeat(site, models) {
  const large = mkdtempSync(path.join(os.tmpdir(), "xenomesh-gallery-"));
  for (const f of ["index.html", "gallery.css", "gallery.js"]) copyFileSync(path.join(site, f), path.join(large, f));
  cpSync(path.join(site, "details"), path.join(large, "details"), { recursive: true });
  mkdirSync(path.join(large, "thumbs"));
  const own = new Function("gallery", `${readFileSync(path.join(site, "data.js"))}; return gallery.list;`)({ models(list) { this.list = list; } });
  const list = Array.from({ length: models }, (_, i) => {
    const m = own[i % own.length], number = String(i).padStart(5, "0");
    const thumb = m.thumb && `thumbs/${number}.png`;
    if (thumb) copyFileSync(path.join(site, m.thumb), path.join(large, thumb));
    return { ...m, path: `${number}/${m.path}`, thumb };
  });
  writeFileSync(path.join(large, "data.js"), `gallery.models(${JSON.stringify(list)});\n`);
  return large;
}

// Goes down a page 40 pixels a frame and gives the milliseconds of each frame, sorted.
export function scroll(page, frames) {
  return page.evaluate(async (frames) => {
    const took = [];
    let last = await new Promise(requestAnimationFrame);
    for (let i = 0; i < frames; i++) {
      scrollBy(0, 40);
      const now = await new Promise(requestAnimationFrame);
      took.push(now - last);
      last = now;
    }
    return took.sort((a, b) => a - b);
  }, frames);
}

async function measure(browser, folder) {
  const page = await newPage(browser);
  const began = performance.now();
  await page.goto(pathToFileURL(path.join(folder, "index.html")).href);
  await page.waitForFunction(() => [...document.images].some((i) => i.complete && i.naturalWidth > 0));
  const open = performance.now() - began;
  await page.waitForFunction(() => [...document.images].filter((i) => i.getBoundingClientRect().top < innerHeight).every((i) => i.complete));
  const frames = await scroll(page, 120);
  const search = await page.evaluate(async () => {
    const began = performance.now();
    const q = document.getElementById("q");
    q.value = "77";
    q.dispatchEvent(new Event("input"));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });
  if (page.problems.length > 0) throw new Error(page.problems.join("\n"));
  return [open, frames[frames.length >> 1], frames[Math.floor(frames.length * 0.95)], search];
}

if (process.argv[1] === import.meta.filename) {
  const large = repeat(process.argv[2], MODELS);
  const browser = await launch();
  console.log((await measure(browser, large)).map(Math.round).join(" "));
  await browser.close();
  rmSync(large, { recursive: true });
  process.exit(0);
}
