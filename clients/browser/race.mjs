// node race.mjs PROGRAM SMALL WEB MODEL: milliseconds from choosing a model in the list until it is on the screen, in the viewer
// of the program and in the page of `cargo xtask web`, the best of three each, in turn.
import { createReadStream } from "node:fs";
import http from "node:http";
import path from "node:path";
import { launch, newPage, view } from "./open.mjs";

const [program, small, web, model] = process.argv.slice(2);
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };
const host = http.createServer((request, response) => {
  const name = path.basename(new URL(request.url, "http://x").pathname) || "index.html";
  response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] });
  createReadStream(path.join(web, name)).on("error", () => response.end()).pipe(response);
});
await new Promise((done) => host.listen(0, "127.0.0.1", done));
const browser = await launch();
const ready = (page, name) => page.waitForFunction((n) => document.getElementById("title").textContent === n && document.body.dataset.state === "ready", path.basename(name), { polling: 5 });

async function chosen(page) {
  await ready(page, small);
  const began = performance.now();
  await page.keyboard.press("]");
  await ready(page, model);
  const took = performance.now() - began;
  await page.context().close();
  return took;
}

let [native, local] = [Infinity, Infinity];
for (let i = 0; i < 3; i++) {
  const server = await view(program, [small, model]);
  let page = await newPage(browser);
  await page.goto(server.url);
  native = Math.min(native, await chosen(page));
  server.stop();
  page = await newPage(browser);
  await page.goto(`http://127.0.0.1:${host.address().port}/`);
  await page.waitForSelector('body[data-state="empty"]');
  await page.setInputFiles("#pick", [small, model]);
  local = Math.min(local, await chosen(page));
}
await browser.close();
console.log(`${Math.round(native)} ${Math.round(local)}`);
process.exit(0);
