// Everything the server answers. Paths are relative: the page's own address carries the token.
import { Local } from "./local.js";

export class Trouble extends Error {
  constructor(report) {
    super(report.message);
    this.code = report.code;
    this.offset = report.offset;
    this.path = report.path;
  }
}

function trouble(text, status) {
  try { return new Trouble(JSON.parse(text)); } catch { return new Trouble({ message: text.trim() || `the server answered ${status}` }); }
}

// A page that names a WebAssembly file answers itself; else `xenomesh view` does.
const wasm = document.querySelector("meta[name=xenomesh-wasm]")?.content;
export const local = wasm ? new Local() : null;

async function ask(path, options) {
  let response;
  try { response = await (local ? local.ask(path, options?.body) : fetch(`api/${path}`, options)); } catch (e) { throw new Trouble({ message: local ? e.message : "the program does not answer; is `xenomesh view` still running?" }); }
  if (response.ok) return response;
  throw trouble(await response.text(), response.status);
}

const json = async (path, options) => (await ask(path, options)).json();
const findingsOf = (response) => JSON.parse(decodeURIComponent(response.headers.get("x-xenomesh-findings") || "[]"));

// Largest upload, and what to do about each code.
export const about = () => json("about");
export const list = () => json("list");
export const report = (id) => json(`report?id=${id}`);
export const piece = (id, at, len) => json(`bytes?id=${id}&at=${Math.max(0, at)}&len=${len}`);
// How many tracks of each motion name something of a model: { id: [bound, all] }.
export const fits = (id) => json(`fits?id=${id}`);

const query = (id, { lod = 0, collision = false, motions = [] } = {}) => `id=${id}&lod=${lod}&collision=${collision}&motions=${motions.join(",")}`;

// The model for this page; `fixed`: after `validate --fix`.
export async function glb(id, state, { fixed = false } = {}) {
  const response = await ask(`glb?${query(id, state)}&fixed=${fixed}`);
  return { findings: findingsOf(response), buffer: await response.arrayBuffer() };
}

// What `xenomesh convert` writes.
export const converted = async (id, state) => (await ask(`convert?${query(id, state)}`)).blob();

// The model with bones moved by hand, as pose, glb or xps.
export async function posed(id, to, nodes) {
  const response = await ask(`posed?id=${id}&to=${to}`, { method: "POST", body: JSON.stringify(nodes), headers: { "content-type": "application/json" } });
  return { findings: findingsOf(response), blob: await response.blob() };
}

// Sends a file; `progress` gets the bytes sent so far.
export function upload(file, name, progress) {
  if (local) return local.upload(file, name).then(async (r) => { progress(file.size); if (!r.ok) throw trouble(await r.text(), r.status); return r.json(); });
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", `api/upload?name=${encodeURIComponent(name)}`);
    request.upload.onprogress = (e) => progress(e.loaded);
    request.onload = () => (request.status === 200 ? done(JSON.parse(request.responseText)) : failed(trouble(request.responseText, request.status)));
    request.onerror = () => failed(new Trouble({ message: "it could not be sent; is `xenomesh view` still running?" }));
    request.send(file);
  });
}

export function watch(changed, listed) {
  if (local) return;
  const source = new EventSource("api/events");
  source.addEventListener("changed", (e) => changed(JSON.parse(e.data)));
  source.addEventListener("listed", () => listed());
}
