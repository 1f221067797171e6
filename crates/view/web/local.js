// The answers of the page itself: a worker with the library in WebAssembly. Files stay in this browser.
export class Local {
  // Dropped files by name, in order: a new worker gets them again and numbers them as before.
  files = new Map();
  waiting = new Map();
  count = 0;

  constructor() { this.start(); }

  start() {
    this.worker = new Worker("worker.js");
    this.worker.onmessage = ({ data }) => this.arrived(data);
    this.worker.onerror = (e) => { e.preventDefault(); this.failed(e.message || "the page's worker could not start; is xenomesh.wasm next to it?"); };
  }

  arrived({ n, status, type, findings, body, trap }) {
    const asked = this.waiting.get(n);
    this.waiting.delete(n);
    if (trap) { asked?.failed(new Error(`reading the file ended unexpectedly (${trap})`)); this.again(asked?.name); return; }
    asked?.done(new Response(body, { status, headers: { "content-type": type, "x-xenomesh-findings": findings } }));
  }

  failed(why) {
    for (const asked of this.waiting.values()) asked.failed(new Error(why));
    this.waiting.clear();
  }

  // After a trap the memory is not to be trusted: a new worker, with all files but the one that did it.
  again(culprit) {
    this.worker.terminate();
    this.failed("reading another file ended unexpectedly; try again");
    this.files.delete(culprit);
    this.start();
    for (const [name, file] of this.files) this.send(`upload?name=${encodeURIComponent(name)}`, file).catch(() => {});
  }

  send(path, body, name) {
    const n = this.count++;
    return new Promise((done, failed) => {
      this.waiting.set(n, { done, failed, name });
      this.worker.postMessage({ n, path, body });
    });
  }

  ask(path, body) { return this.send(path, body === undefined ? undefined : new Blob([body])); }

  async upload(file, name) {
    this.files.set(name, file);
    const response = await this.send(`upload?name=${encodeURIComponent(name)}`, file, name);
    if (!response.ok) this.files.delete(name);
    return response;
  }
}
