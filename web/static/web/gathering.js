// The page of a table that waits for people: shows who sits down while it is open, and leads to the
// board when the game begins. The field in which somebody is invited is no part, so it stays. While seats
// are free, a button shares the table's address, or copies it where nothing can be shared.

import { keepLooking } from "./play/looking.js";
import { isOurs, load, show } from "./play/parts.js";

const SOON = 15000; // milliseconds between two looks at the server while somebody uses the page
const address = document.querySelector("[data-waits]").dataset.waits;
let looking = false;

/** Look whether the table has changed, and show it as it stands. */
async function look() {
  if (looking || document.hidden) return;
  looking = true;
  const known = document.querySelector("[data-etag]").dataset.etag;
  try {
    const loaded = await load(address, { headers: known ? { "If-None-Match": known } : {} });
    if (loaded?.status === 200 && isOurs(loaded.page)) {
      if (loaded.page.querySelector("[data-waits]")) swap(loaded.page);
      else location.assign(address); // the game has begun, or was called off
    }
  } catch {
    // no network just now
  }
  looking = false;
}

/** Show the parts of a fetched page; the button or link that has the focus keeps it. */
function swap(page) {
  const focused = document.activeElement;
  show(page);
  document.title = page.title;
  offer();
  document.dispatchEvent(new CustomEvent("swapped"));
  if (focused.isConnected) return;
  const alike = [...document.querySelectorAll(focused.tagName)].find((each) => each.textContent === focused.textContent);
  (alike ?? document.getElementById("main")).focus({ preventScroll: true });
}

/** Show the button that sends the table's address, in the way that this browser has. */
function offer() {
  const way = navigator.share ? "share" : navigator.clipboard ? "copy" : null; // none at an address that is not secure
  const button = document.querySelector(`[data-${way}]`);
  if (button) button.hidden = false;
}

async function send(button) {
  const sent = document.querySelector(".address").textContent;
  try {
    if ("share" in button.dataset) return await navigator.share({ url: sent });
    await navigator.clipboard.writeText(sent);
    const said = document.querySelector("[data-copied]");
    said.textContent = said.dataset.copied;
  } catch {
    // not shared after all
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share], [data-copy]");
  if (button) send(button);
});
offer();
keepLooking(look, SOON);
