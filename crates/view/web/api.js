// Everything the server answers. Paths are relative: the page's own address carries the token.
export class Trouble extends Error {
  constructor(report) {
    super(report.message);
    Object.assign(this, report);
  }
}

async function ask(path, options) {
  const response = await fetch(`api/${path}`, options);
  if (response.ok) return response;
  const text = await response.text();
  let report = { message: text.trim() || `the server answered ${response.status}` };
  try { report = JSON.parse(text); } catch { /* a plain sentence */ }
  throw new Trouble(report);
}

const json = async (path, options) => (await ask(path, options)).json();

export const list = () => json("list");
export const report = (id) => json(`report?id=${id}`);
export const piece = (id, at, len) => json(`bytes?id=${id}&at=${Math.max(0, at)}&len=${len}`);
export const upload = (file) => json(`upload?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });

export async function glb(id, { lod = 0, collision = false, motions = [] } = {}) {
  const response = await ask(`glb?id=${id}&lod=${lod}&collision=${collision}&motions=${motions.join(",")}`);
  const findings = JSON.parse(decodeURIComponent(response.headers.get("x-xenomesh-findings") || "[]"));
  return { buffer: await response.arrayBuffer(), findings };
}

export function watch(changed) {
  const source = new EventSource("api/events");
  source.addEventListener("changed", (e) => changed(JSON.parse(e.data)));
}
