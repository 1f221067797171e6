// Starts the viewer and a browser; shared by the scripts of this folder.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

export const artefacts = path.resolve(process.argv[4] ?? "out/browser");
mkdirSync(artefacts, { recursive: true });

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--no-first-run", "--hide-scrollbars",
  // The page around the model needs no software GL: a third less work.
  "--disable-gpu-compositing",
];
// Longest wait for anything on a page, in milliseconds: far more than needed, for machines that do other things too.
const PATIENCE = Number(process.env.XENOMESH_PATIENCE ?? 90_000);

export function launch() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((b) => existsSync(b));
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

// However this script ends, no server stays behind.
const children = new Set();
process.on("exit", () => { for (const c of children) c.kill(); });

// `xenomesh view …`: its address once it listens, and how to end it.
export function view(program, files) {
  const child = spawn(program, ["view", "--no-open", ...files], { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  return new Promise((done, failed) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const url = /^http:\S+/m.exec(text)?.[0];
      if (url) done({ url, pid: child.pid, stop: () => child.kill() });
    });
    child.on("error", failed);
    child.on("exit", (code) => { children.delete(child); failed(new Error(`view ended with ${code} before it listened`)); });
  });
}

// A page that remembers what went wrong in it.
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  // While working on the page: another script than the program's, so that it need not be built anew.
  if (process.env.XENOMESH_PAGE) await context.route("**/app.*", (r) => r.fulfill({ path: r.request().url().endsWith("css") ? "crates/view/web/app.css" : process.env.XENOMESH_PAGE }));
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (m) => { if (m.type() === "error" || (m.type() === "warning" && !/GPU stall|GL Driver|swiftshader/i.test(m.text()))) page.problems.push(`${m.type()}: ${m.text()}`); });
  page.on("pageerror", (e) => page.problems.push(`exception: ${e.message}`));
  page.on("request", (r) => { if (!/^(http:\/\/127\.0\.0\.1|blob:|data:|file:)/.test(r.url())) page.problems.push(`network: ${r.url()}`); });
  return page;
}
