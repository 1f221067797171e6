// The list of files. It stays as it is while a file opens: search, scroll position and focus.
import { button, el, fits, number } from "./dom.js";

const MOST = 500;

export class Files {
  constructor(state, actions) {
    Object.assign(this, { state, actions, rows: new Map() });
    this.search = el("input", { type: "search", placeholder: "Search files…", ariaLabel: "Search files", oninput: () => this.draw() });
    this.list = el("ul", { className: "list", onkeydown: (e) => this.key(e) });
    this.more = el("p", { className: "soft" });
    this.nodes = [this.search, this.list, this.more,
      el("p", {}, button("Open files…", actions.pick), " ", button("Open a folder…", actions.pickFolder), el("span", { className: "soft" }, "  or drop them anywhere"))];
    this.draw();
  }

  draw() {
    const found = this.state.list.filter((f) => fits(f.name, this.search.value));
    this.rows.clear();
    this.list.replaceChildren(...found.slice(0, MOST).map((f) => this.row(f)));
    this.search.hidden = this.state.list.length <= 12;
    const left = found.length - MOST;
    this.more.textContent = left > 0 ? `${number.format(left)} more; search to narrow` : found.length || !this.state.list.length ? "" : "no file has this in its name";
    this.mark();
  }

  row(f) {
    const made = el("button", { type: "button", onclick: () => this.actions.open(f) }, f.kind === "motion" ? "▶ " : null, el("span", {}, f.name), el("small", {}, f.format || f.kind));
    this.rows.set(f.id, made);
    return el("li", {}, made);
  }

  mark() {
    for (const [id, row] of this.rows) row.setAttribute("aria-current", String(id === this.state.id || this.state.motions.includes(id)));
  }

  key(e) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key], all = [...this.rows.values()], at = all.indexOf(document.activeElement);
    if (!step || at < 0 || !all[at + step]) return;
    all[at + step].focus();
    e.preventDefault();
    e.stopPropagation();
  }
}
