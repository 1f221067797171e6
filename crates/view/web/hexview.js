// Bytes with the names of their fields.
import { el, hex, bytes as size, number } from "./dom.js";
import { piece } from "./api.js";

const ROW = 8;
const LENGTH = 32 * ROW;

// What the bytes of a small field may mean: numbers in the file's byte order, or text.
function values(bytes, little) {
  const view = new DataView(Uint8Array.from(bytes).buffer), n = bytes.length;
  const text = bytes.length > 2 && bytes[0] > 31 && bytes.every((b) => (b >= 32 && b < 127) || b === 0) && bytes.some((b) => b > 32) ? JSON.stringify(String.fromCharCode(...bytes).replace(/\0+$/, "")) : null;
  const float = (v) => (Number.isFinite(v) && (v === 0 || (Math.abs(v) > 1e-6 && Math.abs(v) < 1e9)) ? String(Number(v.toPrecision(7))) : null);
  const many = (size, get) => Array.from({ length: Math.min(4, n / size) }, (_, i) => get(i * size)).join("  ");
  if (text) return text;
  if (n === 1) return String(view.getUint8(0));
  if (n === 2) return String(view.getUint16(0, little));
  if (n === 4) return [String(view.getUint32(0, little)), float(view.getFloat32(0, little))].filter((v, i, all) => v && all.indexOf(v) === i).join(" or ");
  if (n % 4 === 0 && n <= 64) return many(4, (i) => float(view.getFloat32(i, little)) ?? String(view.getUint32(i, little))) + (n > 16 ? " …" : "");
  return "";
}

export class HexView {
  constructor(holder) {
    this.holder = holder;
    this.id = null;
    this.little = true;
  }

  async show(id, at, hit = null) {
    const token = (this.token = {});
    const data = await piece(id, at, LENGTH);
    if (this.token !== token) return;
    Object.assign(this, { id, data, hit: hit ?? null });
    this.draw();
  }

  // The value of a field that is in this piece.
  valueOf({ start, len }) {
    const { start: from, hex: text } = this.data, at = (start - from) * 2;
    if (at < 0 || len > 64 || at + len * 2 > text.length) return "";
    return values(text.slice(at, at + len * 2).match(/../g)?.map((b) => parseInt(b, 16)) ?? [], this.little);
  }

  fieldAt(offset) { return this.data.fields.findIndex((f) => offset >= f.start && offset < f.start + f.len); }

  draw() {
    const { start, hex: text, fields, size: total } = this.data;
    const count = text.length / 2;
    const lines = el("div", { className: "hex", tabIndex: 0, role: "group", ariaLabel: "Bytes" });
    const cell = (i, content) => {
      const at = start + i, f = this.fieldAt(at);
      const classes = [f >= 0 ? `f${f % 2}` : "", at === this.hit ? "hit" : "", f >= 0 && f === this.chosen ? "sel" : ""].filter(Boolean).join(" ");
      return el("b", { className: classes, title: f >= 0 ? fields[f].path : "", onclick: () => { this.chosen = f; this.draw(); } }, content);
    };
    for (let row = 0; row < count; row += ROW) {
      const left = [], right = [];
      for (let i = row; i < row + ROW; i++) {
        if (i >= count) { left.push("   "); continue; }
        const b = text.slice(i * 2, i * 2 + 2), code = parseInt(b, 16);
        left.push(cell(i, b), i % 4 === 3 ? "  " : " ");
        right.push(cell(i, code >= 32 && code < 127 ? String.fromCharCode(code) : "·"));
      }
      lines.append(el("div", { className: "line" }, el("span", { className: "at" }, hex(start + row, 8)), el("span", {}, left), el("span", {}, right)));
    }
    const list = el("div", { className: "fields" }, fields.slice(0, 400).map((f, i) => el("button", { type: "button", className: i === this.chosen ? "sel" : "", onclick: () => { this.chosen = i; this.draw(); } },
      el("span", { className: "soft" }, hex(f.start, 8)), el("span", { className: "grow" }, f.path || "(whole file)"), el("span", { className: "value" }, this.valueOf(f)), el("span", { className: "soft" }, number.format(f.len)))));
    const go = (at) => this.show(this.id, at);
    const offset = el("input", { type: "text", size: 10, value: `0x${hex(start)}`, ariaLabel: "Offset", onchange: (e) => { const at = Number(e.target.value); if (Number.isFinite(at)) go(at); } });
    this.holder.replaceChildren(
      el("div", { className: "row" },
        el("button", { type: "button", disabled: start === 0, onclick: () => go(start - LENGTH), ariaLabel: "Earlier bytes" }, "◀"), offset,
        el("button", { type: "button", disabled: start + count >= total, onclick: () => go(start + LENGTH), ariaLabel: "Later bytes" }, "▶"),
        el("span", { className: "soft" }, `of ${size(total)}`)),
      lines,
      el("h2", {}, "Fields"), fields.length ? list : el("p", { className: "soft" }, "no field names for these bytes"));
    lines.querySelector(".hit")?.scrollIntoView({ block: "nearest" });
    list.querySelector(".sel")?.scrollIntoView({ block: "nearest" });
  }
}
