// The parts of a page that change: those that differ are fetched with the page they belong to, and
// swapped.

const PAUSES = [200, 800]; // milliseconds
const MOST = 15000; // milliseconds until an answer counts as lost
let latest = 0;

/** Fetch an address and return its page with what the answer says of it; null if it is unchanged. */
export async function load(address, options = {}) {
  const parts = [...document.querySelectorAll("[data-mark]")];
  const shown = [...parts.map((part) => part.dataset.mark), ...blocksOf(document).map((block) => block.id)];
  const headers = { ...options.headers, "Parts-Shown": shown.join(" ") };
  const answer = await fetch(address, { credentials: "same-origin", ...options, headers });
  if (answer.status === 304) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // What is shown already was not sent.
  for (const part of parts) if (!partOf(page, part.dataset.part)) page.body.append(part.cloneNode(true));
  return { page, status: answer.status, url: answer.url };
}

const partOf = (page, name) => page.querySelector(`[data-part="${name}"]`);
const blocksOf = (page) => [...page.querySelectorAll(".blocks defs > *")];

/** Take from a fetched page the blocks that this one lacks. */
function addBlocks(page) {
  const lacking = blocksOf(page).filter((block) => !document.getElementById(block.id));
  document.querySelector(".blocks defs")?.append(...lacking.map((block) => document.importNode(block, true)));
}

/** Show parts as a fetched page has them. */
export function show(page, parts = [...document.querySelectorAll("[data-part]")]) {
  addBlocks(page);
  for (const part of parts) {
    const other = partOf(page, part.dataset.part);
    if (!other || (part.dataset.mark && part.dataset.mark === other.dataset.mark)) continue;
    const fresh = document.importNode(other, true);
    const unfolded = foldsOf(part), folds = foldsOf(fresh);
    folds.forEach((fold, place) => (fold.open = unfolded[place]?.open ?? fold.open));
    part.replaceWith(fresh);
  }
}

/** Return whether a fetched page is for the person who sees this one, in its language. */
export function isOurs(page) {
  const same = page.body.dataset.person === document.body.dataset.person;
  return same && page.documentElement.lang === document.documentElement.lang;
}

const fits = (page) => isOurs(page) && page.querySelector("main.playing") !== null;

/** Put the parts of a fetched page in place of those shown; false if it does not fit. */
export function swap(page) {
  if (!fits(page)) return false;
  const from = page.querySelector("main.playing"), to = document.querySelector("main.playing");
  const focused = nameOf(document.activeElement);
  const scrolled = document.querySelector(".dock")?.scrollTop ?? 0;
  show(page);
  to.className = from.className;
  document.title = page.title;
  const dock = document.querySelector(".dock");
  if (dock) dock.scrollTop = scrolled;
  refocus(focused);
  document.dispatchEvent(new CustomEvent("swapped"));
  return true;
}

const foldsOf = (part) => [...part.querySelectorAll("details"), ...(part.matches("details") ? [part] : [])];

/** Return the version of its game that a page shows. */
export const versionOf = (page) => Number(page.querySelector("[data-version]")?.dataset.version ?? 0);

/** Return the version to which the visitor of a page has acted. */
export const actedAt = (page) => Number(page.querySelector("[data-acted]")?.dataset.acted ?? 0);

/** Return the step of the replay to which a link leads. */
export const stepOf = (link) => Number(link.pathname.split("/").pop());

/** Return the acts of which a page tells that led to versions after one: their sentences' links. */
export function actsSince(page, version) {
  const acts = [...page.querySelectorAll(".news .story > li")].map((act) => [...act.querySelectorAll("a")]);
  return acts.filter((lines) => stepOf(lines[0]) > version).sort((a, b) => stepOf(a[0]) - stepOf(b[0]));
}

/** Return the addresses of the boards that lie between this page and a fetched one; null if nothing
 * was played. */
function boardsTo(page) {
  const answered = page.querySelector("[data-board]"); // by the house, in the guided game
  if (answered) return [answered.dataset.board];
  const acts = actsSince(page, versionOf(document));
  return acts.length ? acts.slice(0, -1).map((lines) => `${location.pathname}/board/${stepOf(lines.at(-1))}`) : null;
}

/** Show a fetched page of the same game in place of this one, by way of what was played since. */
export async function unfold(page, wanted) {
  const boards = boardsTo(page);
  const moving = boards && (await import("./moving.js").catch(() => null)); // no network just now
  return moving ? moving.pass(page, boards, wanted) : swap(page);
}

/** Go to an address of the same game: fetch it, put its parts here, and keep it in the history. */
export async function go(address, { push = true, put = swap } = {}) {
  const turn = ++latest;
  const loaded = await patiently(address, () => turn === latest);
  if (turn !== latest) return;
  for (const link of document.querySelectorAll(".pressed")) link.classList.remove("pressed");
  if (!loaded) return document.dispatchEvent(new CustomEvent("lost"));
  if (!fits(loaded.page)) return location.assign(address);
  if (push) history.pushState(null, "", address);
  put(loaded.page, () => turn === latest);
}

/** Fetch an address, again after each pause if there is no answer; null if there is none at all. */
async function patiently(address, wanted) {
  for (const pause of [...PAUSES, null]) {
    try {
      return await load(address, { signal: AbortSignal.timeout(MOST) });
    } catch {
      if (pause === null || !wanted()) return null;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/** Return what finds an element again after a swap. */
export function nameOf(element) {
  if (!element || element === document.body) return null;
  const item = element.closest("[data-item]"), part = element.closest("[data-part]");
  if (!part) return null;
  const within = `[data-part="${part.dataset.part}"] `;
  if (item) return [`${within}[data-item="${item.dataset.item}"]`];
  const label = element.getAttribute("aria-label");
  const places = [`${within}a[href="${CSS.escape(element.getAttribute("href") ?? "")}"]`];
  if (label) places.unshift(`${within}[aria-label="${CSS.escape(label)}"]`);
  return [...places, "#lead"];
}

export function refocus(places) {
  const found = (places ?? []).map((place) => document.querySelector(place)).find(Boolean);
  found?.focus({ preventScroll: true });
}
