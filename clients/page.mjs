// node page.mjs OUTFILE: the script of the viewer's page with three.js, in one file for any way a page is opened: a script
// from disk may not be a module. The packages are those of package-lock.json, so the same source gives the same bytes.
import { buildSync } from "esbuild";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));

export function bundle(outfile) {
  buildSync({
    absWorkingDir: path.join(here, "../crates/view/web"),
    entryPoints: ["entry.js"],
    outfile: path.resolve(outfile),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    nodePaths: [path.join(here, "node_modules")],
    legalComments: "eof",
    logLevel: "warning",
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) bundle(process.argv[2]);
