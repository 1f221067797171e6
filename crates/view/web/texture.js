// A texture as large as the window: its channels, and where the model's triangles are on it.
import { $, button, el } from "./dom.js";

const CHANNELS = { "colour": [0, 1, 2], "red": [0, 0, 0], "green": [1, 1, 1], "blue": [2, 2, 2], "alpha": [3, 3, 3] };
const LARGEST = 1024;

export function enlarge(texture, title, meshes) {
  const image = texture.image, scale = Math.min(1, LARGEST / Math.max(image.width, image.height));
  const canvas = el("canvas", { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)), id: "enlarged", role: "img", ariaLabel: title });
  const channel = el("select", { ariaLabel: "Channel", id: "channel", onchange: draw }, Object.keys(CHANNELS).map((c) => el("option", {}, c)));
  const uv = el("input", { type: "checkbox", id: "layout", onchange: draw });
  function draw() {
    const g = canvas.getContext("2d", { willReadFrequently: true });
    g.clearRect(0, 0, canvas.width, canvas.height);
    g.drawImage(image, 0, 0, canvas.width, canvas.height);
    if (channel.value !== "colour") single(g, canvas, CHANNELS[channel.value]);
    if (uv.checked) for (const mesh of meshes) layout(g, canvas, mesh, texture);
  }
  draw();
  const dialog = $("picture");
  dialog.replaceChildren(el("div", { className: "row" }, el("strong", { className: "grow" }, title), channel, el("label", {}, uv, " UV layout"), button("✕", () => dialog.close(), { ariaLabel: "Close" })), canvas);
  dialog.showModal();
}

function single(g, { width, height }, [r, gr, b]) {
  const pixels = g.getImageData(0, 0, width, height), d = pixels.data;
  for (let i = 0; i < d.length; i += 4) [d[i], d[i + 1], d[i + 2], d[i + 3]] = [d[i + r], d[i + gr], d[i + b], 255];
  g.putImageData(pixels, 0, 0);
}

// The edges of all triangles, in the coordinates the texture uses.
function layout(g, { width, height }, mesh, texture) {
  const { index, attributes } = mesh.geometry, uv = attributes[["uv", "uv1", "uv2", "uv3"][texture.channel ?? 0]];
  if (!uv) return;
  const at = (i) => { const v = index ? index.getX(i) : i; return [uv.getX(v) * width, uv.getY(v) * height]; };
  const count = index ? index.count : uv.count;
  g.beginPath();
  for (let i = 0; i + 2 < count; i += 3) { const [a, b, c] = [at(i), at(i + 1), at(i + 2)]; g.moveTo(...a); g.lineTo(...b); g.lineTo(...c); g.lineTo(...a); }
  for (const [color, line] of [["#000a", 2.5], ["#fff", 1]]) { g.strokeStyle = color; g.lineWidth = line; g.stroke(); }
}
