// The pages of the panel. Each keeps its own scroll position.
import { $, el } from "./dom.js";

export const TABS = [["files", "Files"], ["scene", "Scene"], ["materials", "Materials"], ["motion", "Motion"], ["findings", "Findings"], ["bytes", "Bytes"], ["pose", "Pose"], ["look", "Look"]];

export class Tabs {
  constructor(opened) {
    this.opened = opened;
    this.pages = Object.fromEntries(TABS.map(([id]) => [id, el("section", { id: `page-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, hidden: true })]));
    $("pages").append(...Object.values(this.pages));
    this.counts = Object.fromEntries(TABS.map(([id]) => [id, el("span", { className: "count", hidden: true })]));
    $("tabs").append(...TABS.map(([id, label]) => el("button", { type: "button", role: "tab", id: `tab-${id}`, "data-tab": id, "aria-controls": `page-${id}`, onclick: () => this.open(id) }, label, this.counts[id])));
    $("tabs").addEventListener("keydown", (e) => this.key(e));
    this.open("scene");
  }

  open(id, focus = false) {
    this.current = id;
    for (const [key] of TABS) this.pages[key].hidden = key !== id;
    for (const b of $("tabs").children) {
      const on = b.dataset.tab === id;
      b.setAttribute("aria-selected", String(on));
      b.tabIndex = on ? 0 : -1;
      if (focus && on) b.focus();
    }
    this.opened(id);
  }

  count(id, n, kind = "") {
    Object.assign(this.counts[id], { textContent: n ? String(n) : "", hidden: !n, className: `count ${kind}` });
  }

  fill(id, nodes) {
    const page = this.pages[id], top = page.scrollTop;
    page.replaceChildren(...nodes.flat().filter(Boolean));
    page.scrollTop = top;
  }

  key(e) {
    const at = TABS.findIndex(([id]) => id === this.current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[e.key];
    if (next === undefined) return;
    this.open(TABS[(next + TABS.length) % TABS.length][0], true);
    e.preventDefault();
    e.stopPropagation();
  }
}
