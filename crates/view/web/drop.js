// Files from outside: dropped or chosen, alone or in folders.
import { $, bytes as size, el, plural } from "./dom.js";
import * as api from "./api.js";
import { say } from "./notice.js";

// All files of what was dropped, with their paths.
async function filesOf(transfer) {
  const entries = [...transfer.items].map((i) => i.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((e) => e.isDirectory)) return [...transfer.files].map((file) => ({ file, path: file.name }));
  const out = [];
  const walk = async (entry, folder) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.name.startsWith(".")) return;
    if (entry.isFile) { out.push({ file: await new Promise((done, failed) => entry.file(done, failed)), path }); return; }
    const reader = entry.createReader();
    // A folder is read in portions until one is empty.
    for (;;) {
      const part = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!part.length) return;
      for (const e of part) await walk(e, path);
    }
  };
  for (const e of entries) await walk(e, "");
  return out;
}

// A catalog without its data is no problem while the data is still to come.
const waits = (got, list) => got.kind === "archive" && list.some((f) => f.path.toLowerCase() === got.name.toLowerCase().replace(/cat$/, "dat"));

export class Drop {
  // `taken` gets the server's answers.
  constructor(limit, taken) {
    Object.assign(this, { limit, taken, depth: 0 });
    addEventListener("dragenter", (e) => { if ([...e.dataTransfer.types].includes("Files")) { this.depth++; $("drop").hidden = false; } });
    addEventListener("dragleave", () => { if (--this.depth <= 0) this.leave(); });
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => { e.preventDefault(); this.leave(); filesOf(e.dataTransfer).then((list) => this.send(list)); });
    for (const id of ["pick", "pick-folder"]) $(id).addEventListener("change", (e) => { this.send([...e.target.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }))); e.target.value = ""; });
  }

  leave() { this.depth = 0; $("drop").hidden = true; }

  async send(list) {
    const all = list.reduce((n, f) => n + f.file.size, 0), folder = list.some((f) => f.path.includes("/"));
    const tooLarge = list.find((f) => f.file.size > this.limit);
    if (tooLarge || all > this.limit) {
      const what = tooLarge ? `${tooLarge.path} has ${size(tooLarge.file.size)}` : `these ${plural(list.length, "file")} have ${size(all)}`;
      say(`too large to drop: ${what}, the page takes ${size(this.limit)}; start \`xenomesh view\` with the file or folder instead`, "error", true);
      return;
    }
    const bar = el("progress", { max: all || 1, value: 0, ariaLabel: "Sent" }), name = el("span", {});
    say([name, " ", bar], "", true);
    const answers = [], problems = [];
    let sent = 0;
    for (const { file, path } of list) {
      name.textContent = `${path}, ${size(sent)} of ${size(all)}`;
      try {
        const got = await api.upload(file, path, (part) => { bar.value = sent + part; });
        answers.push(got);
        // A folder holds notes and licences too: nothing to complain about.
        if (got.error && (!folder || got.kind === "archive") && !waits(got, list)) problems.push(`${got.name}: ${got.error}`);
      } catch (e) { problems.push(`${path}: ${e.message}`); }
      sent += file.size;
      bar.value = sent;
    }
    await this.taken(answers, folder);
    if (problems.length) say(problems.slice(0, 3).join("; ") + (problems.length > 3 ? `; and ${problems.length - 3} more` : ""), "error", true);
    else if (folder && !answers.some((a) => ["model", "motion", "companion", "archive"].includes(a.kind))) say("there is no model in this folder", "error", true);
  }
}
