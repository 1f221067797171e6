// One line over the model.
import { $ } from "./dom.js";

let timer = 0;
export function say(text, kind = "", stay = false) {
  const box = $("notice");
  box.className = kind;
  box.replaceChildren(...[text].flat());
  box.hidden = false;
  clearTimeout(timer);
  if (!stay) timer = setTimeout(() => { box.hidden = true; }, 2600);
}
export const quiet = () => { $("notice").hidden = true; };
export const failed = (e) => say(e.message, "error", true);
