// Khronos glTF validator over files and folders: one line per file with a problem, then a summary.
// node validate.mjs PATH…   exit 1 if any file has an error or a warning, or if there is no file at all.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { validateBytes } from "gltf-validator";

function* walk(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) yield* walk(join(path, name));
  } else if (/\.(glb|gltf)$/i.test(path)) {
    yield path;
  }
}

let files = 0;
let bad = 0;
for (const start of process.argv.slice(2)) {
  for (const path of walk(start)) {
    files += 1;
    const report = await validateBytes(new Uint8Array(readFileSync(path)), {
      uri: path,
      maxIssues: 0,
      externalResourceFunction: async (uri) =>
        new Uint8Array(readFileSync(join(dirname(path), decodeURIComponent(uri)))),
    });
    const { numErrors, numWarnings, messages } = report.issues;
    if (numErrors + numWarnings > 0) {
      bad += 1;
      console.log(`${path}: ${numErrors} errors, ${numWarnings} warnings`);
      for (const m of messages.filter((m) => m.severity < 2).slice(0, 8)) {
        console.log(`  ${m.severity === 0 ? "error" : "warning"} ${m.code} ${m.pointer ?? `@${m.offset}`}: ${m.message}`);
      }
    }
  }
}
console.log(`${files} files, ${bad} with errors or warnings`);
process.exitCode = files === 0 || bad > 0 ? 1 : 0;
