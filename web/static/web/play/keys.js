// Playing by keyboard: cards by number, fields by place, acts by letter; arrows among what lies on
// the board, elsewhere ← to the replay; ? for the list of keys. Single keys can be switched off.

const FIELDS = { q: "NW", w: "NE", a: "SW", s: "SE" };
const VERBS = { h: "harvest", p: "stockpile", o: "sow" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OFF = "keys-off"; // in localStorage; not among the plays that `app.js` discards

/** Return what a key means: the link or button that it stands for. */
function meant(key) {
  if (key === "Escape") return document.querySelector("[data-back]");
  if (key === "Enter") return document.querySelector(".dock .go:not(.off)");
  if (key === "ArrowLeft") return document.querySelector("[data-replay]");
  if (localStorage.getItem(OFF)) return null;
  if (key === "?") return document.querySelector("#keys summary");
  if (/^[1-8]$/.test(key)) return document.querySelectorAll(".hand > li:not(.draw)")[key - 1]?.querySelector("a");
  if (key in FIELDS) {
    const field = FIELDS[key];
    return document.querySelector(`.dock .fields a[href*="field=${field}"]`)
      ?? document.querySelector(`.board [data-field="${field}"] > a`);
  }
  if (key in VERBS) return document.querySelector(`.verbs a[href*="verb=${VERBS[key]}"]`);
  return null;
}

/** Return the link of the board nearest to the focused one in a direction. */
function neighbour(from, [right, down]) {
  const middle = (link) => {
    const box = link.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const link of items()) {
    const [left, top] = middle(link);
    const along = (left - x) * right + (top - y) * down;
    const aside = Math.abs((left - x) * down) + Math.abs((top - y) * right);
    const far = along + 2 * aside;
    if (link !== from && along > 1 && far < least) [best, least] = [link, far];
  }
  return best;
}

const items = () => [...document.querySelectorAll(".board a[data-item]")];

/** Make the board one stop of the Tab key, within which the arrows move. */
export function rove() {
  const links = items();
  const first = links.find((link) => link === document.activeElement) ?? links[0];
  for (const link of links) link.setAttribute("tabindex", link === first ? "0" : "-1");
}

document.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || at?.matches("input, select, textarea")) return;
  const inBoard = at?.matches(".board a[data-item]");
  if (event.key in ARROWS && inBoard) {
    event.preventDefault();
    neighbour(at, ARROWS[event.key])?.focus();
    return rove();
  }
  if (event.key === " " && at?.matches("main.playing a")) {
    event.preventDefault();
    return at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  if (event.key === "Enter" && at?.matches("a, button, summary")) return;
  const target = meant(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!target) return;
  event.preventDefault();
  if (target.matches("summary")) target.focus();
  target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
});

const list = document.getElementById("keys");
if (list) {
  list.hidden = false;
  const box = list.querySelector("input");
  box.checked = !localStorage.getItem(OFF);
  box.addEventListener("change", () => (box.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "1")));
}
