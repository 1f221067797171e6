// The library in WebAssembly, asked by the page as `xenomesh view` would be. What crosses is described in crates/web.
const started = (async () => {
  const module = await WebAssembly.instantiateStreaming(fetch("xenomesh.wasm"), {});
  return module.instance.exports;
})();

function put(wasm, which, bytes) {
  // The pointer first: making room may move the memory.
  const at = wasm.room(which, bytes.length);
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
}

const take = (wasm, part) => new Uint8Array(wasm.memory.buffer, wasm.part(part), wasm.part_len(part)).slice();

async function answer(path, body) {
  const wasm = await started, text = new TextDecoder();
  put(wasm, 0, new TextEncoder().encode(path));
  if (body) put(wasm, 1, new Uint8Array(await body.arrayBuffer()));
  const status = wasm.answer(body ? 1 : 0);
  return { status, type: text.decode(take(wasm, 0)), findings: text.decode(take(wasm, 1)), body: take(wasm, 2).buffer };
}

// One question after the other: they share the buffers.
let turn = Promise.resolve();
onmessage = ({ data: { n, path, body } }) => {
  turn = turn.then(async () => {
    try {
      const made = await answer(path, body);
      postMessage({ n, ...made }, [made.body]);
    } catch (e) { postMessage({ n, trap: e.message }); }
  });
};
