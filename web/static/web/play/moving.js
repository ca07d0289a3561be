// What was played, shown act by act: the board as each act left it, with cards that move to where they
// lie then. A touch or a key skips to the end; nothing moves for those who ask for that.

import { load, show, swap } from "./parts.js";

const MOST = 6; // acts; of more, only the last is shown
const FLIGHT = 240, TURN = 420, WAKING = 300, REST = 650; // milliseconds: at most 1,200 for an act
const AROUND = ["NW", "NE", "SE", "SW"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Show a page in place of this one, by way of boards; not if it is not wanted any more by then. */
export async function pass(page, boards, wanted = () => true) {
  const skipped = untilSkipped();
  try {
    for (const board of still.matches || boards.length >= MOST ? [] : boards) await act(board, skipped);
  } catch {
    // no network just now; the page has all the same
  }
  const before = places();
  const fits = wanted() && swap(page);
  if (fits && !still.matches && !skipped.now) await move(before, skipped);
  skipped.end();
  return fits;
}

/** Return whether somebody has skipped, and the promise that they do; `end` stops waiting. */
function untilSkipped() {
  const skipped = { now: false };
  const events = ["pointerdown", "keydown"];
  skipped.promise = new Promise((resolve) => {
    const skip = () => {
      skipped.now = true;
      skipped.end();
    };
    skipped.end = () => {
      for (const each of events) removeEventListener(each, skip, true);
      resolve();
    };
    for (const each of events) addEventListener(each, skip, true);
  });
  return skipped;
}

/** Show the board as an act left it, which is at an address. */
async function act(address, skipped) {
  if (skipped.now) return;
  const { page } = await load(address);
  const before = places();
  show(page, [...document.querySelectorAll("[data-part=seats], [data-part=board]")]);
  nameTurn(page);
  await move(before, skipped);
  await Promise.race([skipped.promise, new Promise((done) => setTimeout(done, REST))]);
}

/** Say in the ribbon whose turn it is on a fetched board; how much time is left follows with the page. */
function nameTurn(page) {
  const then = page.getElementById("turn"), ribbon = document.querySelector("[data-part=turn]");
  if (!then || !ribbon) return; // as in the guided game
  ribbon.classList.add("wait");
  ribbon.replaceChildren(document.importNode(then, true));
}

/** Return what lies where: items and the cards of the hand on the board; who plays, and the season. */
function places() {
  const items = new Map(), hand = new Map(), board = document.querySelector(".board"), on = ruler(board);
  for (const item of board.querySelectorAll("[data-item]")) items.set(item.dataset.item, { item, at: on(item) });
  for (const card of document.querySelectorAll(".hand [data-card]")) hand.set(card.dataset.card, on(card));
  const seats = [...document.querySelectorAll(".seat")];
  return { items, hand, actor: seats.findIndex((seat) => seat.matches(".plays")), summer: summerOf(board), awake: awakeOn(board) };
}

/** Return what measures where the middle of an element is, in units of the board's drawing. */
function ruler(board) {
  const { x, y, width } = board.getBoundingClientRect(), view = board.viewBox.baseVal, unit = width / view.width;
  return (element) => {
    const box = element.getBoundingClientRect();
    return [view.x + (box.x + box.width / 2 - x) / unit, view.y + (box.y + box.height / 2 - y) / unit];
  };
}

const summerOf = (board) => board.querySelector("[data-summer]")?.dataset.summer;
const awakeOn = (board) => new Set([...board.querySelectorAll("[data-luminary]")].map((each) => each.dataset.luminary));

/** Let everything move from where it was to where it lies now. */
async function move(before, skipped) {
  const board = document.querySelector(".board"), on = ruler(board);
  const actor = document.querySelectorAll(".seat")[before.actor], seat = actor && on(actor);
  const moves = [], lying = new Set(), ghosts = [];
  for (const item of board.querySelectorAll("[data-item]")) {
    const card = item.dataset.item, to = on(item);
    const from = before.items.get(card)?.at ?? before.hand.get(card) ?? seat ?? to;
    lying.add(card);
    if (Math.hypot(from[0] - to[0], from[1] - to[1]) > 1) moves.push(fly(item, to, from));
  }
  for (const [card, { item, at }] of before.items) {
    if (lying.has(card) || !seat) continue;
    const ghost = document.importNode(item, true);
    ghost.removeAttribute("data-item");
    ghost.setAttribute("pointer-events", "none");
    board.append(ghost);
    ghosts.push(ghost);
    moves.push(fly(ghost, at, seat, { direction: "reverse", fill: "forwards" }));
  }
  const turned = board.querySelector("[data-summer]");
  if (turned && before.summer && summerOf(board) !== before.summer) moves.push(turn(turned, before.summer));
  for (const luminary of board.querySelectorAll("[data-luminary]")) {
    if (!before.awake.has(luminary.dataset.luminary)) moves.push(luminary.animate({ opacity: [0, 1] }, WAKING));
  }
  board.classList.add("moving");
  await Promise.race([skipped.promise, Promise.allSettled(moves.map((each) => each.finished))]);
  for (const each of moves) each.cancel();
  for (const ghost of ghosts) ghost.remove();
  board.classList.remove("moving");
}

/** Let an item come from another place. */
function fly(item, to, from, more = {}) {
  const scale = item.transform.baseVal.consolidate()?.matrix.a ?? 1;
  const [right, down] = [0, 1].map((axis) => (from[axis] - to[axis]) / scale);
  const steps = [{ transform: `translate(${right}px, ${down}px)` }, { transform: "translate(0, 0)" }];
  return item.animate(steps, { duration: FLIGHT, easing: "ease-out", composite: "add", ...more });
}

/** Turn the Illimat to where it lies, from where Summer was. */
function turn(illimat, summer) {
  const quarters = (AROUND.indexOf(illimat.dataset.summer) - AROUND.indexOf(summer) + 4) % 4;
  const angle = -90 * (quarters === 3 ? -1 : quarters);
  illimat.style.transformOrigin = "50% 50%";
  illimat.style.transformBox = "fill-box";
  return illimat.animate({ transform: [`rotate(${angle}deg)`, "rotate(0deg)"] }, { duration: TURN, easing: "ease-in-out" });
}
