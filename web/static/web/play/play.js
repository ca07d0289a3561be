// Playing without loading the page anew: every link and form is the server's own, and is fetched
// instead of followed.

import { rove } from "./keys.js";
import { keepLooking } from "./looking.js";
import { actedAt, actsSince, go, load, unfold, versionOf } from "./parts.js";
import { isBusy, resume, send } from "./sending.js";

const SOON = 4000; // milliseconds between two looks at the server while somebody uses the page
// what is told of a choice: the question, the verb, the sum, the preview, and the button
const CHOICE = "#lead, #about, .refusal, .dock .hint[role=status], .verbs .on, .sum, .effects li, .dock p.go, .send button.go";
const LESSON = ".lesson li, .lesson h1, .lesson .says"; // and of a step of the guided game
let looking = false, path = location.pathname, planned = "";
let heard = document.getElementById("turn")?.textContent; // whose turn it was when last told
let version = versionOf(document); // up to which it was told what was played
let told = ""; // of the choice

/** Return the text of an element as it is read out. */
function words(element) {
  const read = element.cloneNode(true);
  for (const each of read.querySelectorAll("[aria-hidden=true]")) each.remove();
  return read.textContent.trim();
}

/** Return what a page says of a choice or a step of the guided game. */
function toldBy(places) {
  return [...document.querySelectorAll(places)].map(words).join(" ");
}

/** Say what was played, a sentence each, or else what is chosen, and bring into view what it is about. */
function settle() {
  rove();
  const moved = location.pathname !== path, turn = document.getElementById("turn");
  path = location.pathname;
  const played = actsSince(document, version).flat();
  version = versionOf(document);
  const shown = toldBy(moved ? LESSON : CHOICE), lines = played.length ? played.map(words) : shown === told ? [] : [shown];
  if (turn && turn.textContent !== heard) lines.unshift(words(turn));
  [heard, told] = [turn?.textContent, shown];
  if (lines.length) document.getElementById("said").textContent = lines.join(" ");
  if (moved) {
    scrollTo(0, 0);
    document.getElementById("lesson")?.focus({ preventScroll: true });
  }
  bring("#about");
  const plans = new URLSearchParams(location.search).getAll("plan").join();
  if (!uncover() && plans !== planned) bring(".table"); // it lies as the plan leaves it
  planned = plans;
}

function bring(place) {
  document.querySelector(place)?.scrollIntoView({ block: "nearest" });
}

/** Scroll until the field in play lies between the top of the screen and the dock; false if none is.
 *
 * Once a choice is begun, it comes to the top at once, so that a dock that grows moves nothing.
 */
function uncover() {
  const dock = document.querySelector(".dock"), board = document.querySelector(".board")?.getBoundingClientRect();
  if (!board) return false;
  const floor = getComputedStyle(dock).position === "sticky" ? dock.getBoundingClientRect().top : innerHeight;
  const hidden = (field) => {
    const { top, bottom } = field.getBoundingClientRect(); // of a close-up, only what it shows counts
    return { above: Math.max(top, board.top), below: Math.min(bottom, board.bottom) - floor };
  };
  const fields = inPlay().map(hidden);
  const found = fields.find(({ above, below }) => above >= 0 && below <= 0) ?? fields[0];
  if (!found) return false;
  const { above, below } = found;
  if (below > 0 || above < 0) scrollBy(0, location.search ? above : Math.min(above, Math.max(below, 0) || above));
  return true;
}

/** Return the field that is chosen or that a lesson is about, or else those with something ringed. */
function inPlay() {
  const lesson = document.querySelector(".lesson")?.dataset.field;
  const field = new URLSearchParams(location.search).get("field") ?? lesson;
  if (field) return [...document.querySelectorAll(`.board [data-field="${CSS.escape(field)}"]`)];
  return [...document.querySelectorAll(".board [data-field]:has(a[data-item])")];
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("main.playing a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const href = link.getAttribute("href");
  if (!href.startsWith("?") && !link.matches("[data-go]")) return;
  event.preventDefault();
  link.classList.add("pressed");
  go(href, link.matches(".go") ? { put: unfold } : {}); // a turn of the guided game
});

for (const use of ["pointerdown", "keydown", "click"]) { // before anything is sent
  addEventListener(use, () => import("../entropy.js").catch(() => {}), { once: true });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.send")) return;
  event.preventDefault();
  send(event.target);
});

addEventListener("popstate", () => go(location.href, { push: false }));
document.addEventListener("swapped", settle);

/** Look whether the game has moved on, and show it as it stands. */
async function look() {
  const known = document.querySelector("[data-etag]")?.dataset.etag;
  if (!known || looking || document.hidden || isBusy()) return;
  looking = true;
  let address = location.href;
  const isWanted = () => address === location.href && !isBusy();
  try {
    let loaded = await load(address, { headers: { "If-None-Match": known } });
    if (loaded && isWanted() && actedAt(loaded.page) > versionOf(document)) { // in another tab: what is chosen here was played
      history.replaceState(null, "", location.pathname);
      loaded = await load((address = location.href));
    }
    if (loaded?.status === 200 && isWanted() && !(await unfold(loaded.page))) location.reload();
  } catch {
    // no network just now
  }
  looking = false;
}

document.documentElement.classList.add("looks"); // so nobody has to look again by hand
keepLooking(look, SOON);
told = toldBy(CHOICE);
rove();
uncover();
resume();
