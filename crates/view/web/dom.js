// Small helpers for building the page.
export const $ = (id) => document.getElementById(id);

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

export const button = (text, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, text);
export const number = new Intl.NumberFormat();
export const short = (v) => String(Math.round(v * 1e4) / 1e4);
export const hex = (n, width = 0) => n.toString(16).padStart(width, "0");
export const bytes = (b) => (b < 1e3 ? `${b} B` : b < 1e6 ? `${(b / 1e3).toFixed(1)} kB` : b < 1e9 ? `${(b / 1e6).toFixed(1)} MB` : `${(b / 1e9).toFixed(2)} GB`);
export const plural = (n, word) => `${number.format(n)} ${word}${n === 1 ? "" : "s"}`;

// GLTFLoader makes names safe for its animation paths and keeps the file's own in userData.
export const nameOf = (o) => o.userData?.name ?? o.name;

export function save(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// A search over a list: what holds all words.
export function fits(text, filter) {
  const lower = text.toLowerCase();
  return filter.toLowerCase().split(/\s+/).filter(Boolean).every((w) => lower.includes(w));
}
