// Keys, wherever the focus is. What has the focus by the keyboard keeps the keys it needs itself.
import { $ } from "./dom.js";

// What was pressed with the mouse does not hold the keys: Space plays, the arrows turn.
function freeFocus() {
  let byPointer = false;
  addEventListener("pointerdown", () => { byPointer = true; }, true);
  addEventListener("keydown", () => { byPointer = false; }, true);
  const letGo = (e) => { if (byPointer && !document.querySelector("dialog[open]") && e.target.closest?.("button, select, input[type=checkbox], input[type=range], [role=treeitem]")) document.activeElement?.blur?.(); };
  addEventListener("click", (e) => { if (!e.target.closest?.("select")) letGo(e); });
  addEventListener("change", letGo);
}

// Which keys an element needs for itself.
function own(here, key) {
  if (!here || here === document.body || here === $("canvas")) return false;
  const { tagName: tag, type } = here;
  if (tag === "TEXTAREA" || (tag === "INPUT" && !["checkbox", "range"].includes(type))) return key !== "Escape";
  if (tag === "SELECT") return key === " " || key === "Enter" || key.startsWith("Arrow") || /^[a-z0-9]$/i.test(key);
  if (type === "range") return key.startsWith("Arrow");
  if (key !== " " && key !== "Enter") return false;
  // A tab that is open has nothing to do for Space.
  return here.getAttribute("role") !== "tab" && (tag === "BUTTON" || type === "checkbox" || tag === "A");
}

// `find` gives what a key does, or nothing.
export function listen(find) {
  freeFocus();
  document.addEventListener("keydown", (e) => {
    if (e.altKey || document.querySelector("dialog[open]")) return;
    if (own(document.activeElement, e.key)) return;
    const run = find(e.key, e.ctrlKey || e.metaKey, e.shiftKey);
    if (!run) return;
    run();
    e.preventDefault();
  });
}
