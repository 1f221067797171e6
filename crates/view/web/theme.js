// Light or dark: as the system says, until somebody chooses.
const KEY = "xenomesh-theme";

function set(next) { document.documentElement.dataset.theme = next; }

export function start() {
  let kept = null;
  try { kept = localStorage.getItem(KEY); } catch { /* private windows */ }
  set(kept ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
}

export function toggle() {
  set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  try { localStorage.setItem(KEY, document.documentElement.dataset.theme); } catch { /* private windows */ }
}
