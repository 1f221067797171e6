// node speed.mjs PROGRAM MODEL: milliseconds from starting `view` to the model on the screen, the best of three.
import { launch, newPage, view } from "./open.mjs";

const [program, model] = process.argv.slice(2);
const browser = await launch();
let best = Infinity;
for (let i = 0; i < 3; i++) {
  const page = await newPage(browser);
  const began = performance.now();
  const server = await view(program, [model]);
  await page.goto(server.url);
  await page.waitForFunction(() => document.body.dataset.state === "ready" && Number(document.body.dataset.frames ?? 0) > 0);
  best = Math.min(best, performance.now() - began);
  server.stop();
  await page.context().close();
}
await browser.close();
console.log(Math.round(best));
process.exit(0);
