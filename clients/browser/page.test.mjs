// node page.test.mjs: the committed script of the page is what its source gives.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundle } from "../page.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "xenomesh-page-"));
const fresh = path.join(folder, "app.js");
bundle(fresh);
const [made, kept] = [fresh, "crates/view/page/app.js"].map((f) => readFileSync(f));
rmSync(folder, { recursive: true });
const same = made.equals(kept);
console.log(same ? `ok the page's script is fresh (${made.length} bytes)` : "not ok the page's script is not what its source gives; run `cargo xtask page`");
process.exit(same ? 0 : 1);
