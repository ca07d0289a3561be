// The home page: while it is open, its lists of games follow the number of those that wait, and whoever
// comes back to it sees them as they are; what else changes is told within five minutes. A list in which a form has the focus stays until the next time.

import { isOurs, load, nameOf, refocus, show } from "./play/parts.js";

const SOMETIMES = 300000; // milliseconds between two looks that nothing calls for

const listsOf = (page) => page.querySelector("[data-mine]");

async function look() {
  if (document.hidden) return;
  const loaded = await load("/").catch(() => null); // no network just now
  if (loaded?.status !== 200 || !isOurs(loaded.page)) return;
  const { page } = loaded;
  if (!listsOf(page) !== !listsOf(document)) {
    if (!document.querySelector("main form:focus-within")) location.reload(); // the first game, or none is left
    return;
  }
  const focused = nameOf(document.activeElement);
  show(page, [...document.querySelectorAll("[data-part]")].filter((part) => !part.querySelector("form:focus-within")));
  document.title = page.title;
  refocus(focused);
  document.dispatchEvent(new CustomEvent("swapped"));
}

document.addEventListener("waiting", look);
document.addEventListener("visibilitychange", look);
setInterval(look, SOMETIMES);
