// Bytes with the names of their fields.
import { el, hex, bytes as size, number } from "./dom.js";
import { piece } from "./api.js";

const ROW = 8;
const LENGTH = 32 * ROW;

export class HexView {
  constructor(holder) {
    this.holder = holder;
    this.id = null;
  }

  async show(id, at, hit = null) {
    const token = (this.token = {});
    const data = await piece(id, at, LENGTH);
    if (this.token !== token) return;
    Object.assign(this, { id, data, hit: hit ?? null });
    this.draw();
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
      el("span", { className: "soft" }, hex(f.start, 8)), el("span", { className: "grow" }, f.path || "(whole file)"), el("span", { className: "soft" }, number.format(f.len)))));
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
