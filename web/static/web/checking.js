// Draws what check.js finds in a game. All words are in the page (check_words.html).

import { check } from "./check.js";

const MOST = 20; // faults of a part that are written out
const HEAD = /[0-9a-f]{12,64}/, BYTES = /^[0-9a-f]{64}$/;
const words = document.getElementById("words").content;
const shown = document.querySelector("[data-check]"), verdict = document.querySelector("[data-verdict]");

/** Return a sentence of the page with its values. */
function say(key, values = {}) {
  const text = words.querySelector(`[data-say="${key}"]`).textContent;
  return text.replace(/{(\w+)}/g, (_, name) => values[name] ?? "–");
}

function make(name, members = {}, ...children) {
  const made = Object.assign(document.createElement(name), members);
  made.append(...children);
  return made;
}

/**
 * Return the bytes of plays from this browser that were accepted. Those of its seat prove nothing:
 * whoever gets up and sits down again elsewhere exchanges them.
 */
function ownBytes({ viewer }) {
  try {
    const kept = viewer === null ? [] : JSON.parse(localStorage.getItem(`illimat-entropy-${shown.dataset.check}`)) ?? [];
    return kept.filter((each) => each?.seat === true && each.round > 0 && BYTES.test(each.bytes)).map((each) => each.bytes);
  } catch {
    return []; // somebody else's entry
  }
}

/** Return a row of the picture: a mark for each event, secret, place or proof. */
function drawRow(row, group) {
  const { marks, title, isLesson, round } = row;
  const name = title === "chain" ? say("chain") : say(isLesson && title === "deck" ? "row.lesson" : round || !row.event ? `row.${title}` : "row.unknown", row);
  const count = (state) => marks.filter((mark) => mark === state).length;
  const told = say("picture", { good: count("good"), later: count("later"), bad: count("bad") });
  const picture = make("div", { className: `marks ${group}` }, ...marks.map((mark) => make("i", { className: mark })));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${name}: ${told}`);
  return title === "chain" ? [picture] : [make("h3", { textContent: name }), picture];
}

function drawGroup({ name, rows, faults, checked, total }, more) {
  const sheet = make("section", { className: `sheet ${faults.length ? "wrong-part" : ""}` });
  sheet.append(
    make("h2", { textContent: say(name) }),
    make("p", { className: "soft", textContent: say(`${name}.about`) }),
    make("p", { textContent: [say(total ? "checked" : "empty", { checked, total }), ...more].join(" ") }),
  );
  const told = faults.slice(0, MOST).map((fault) => say(`fault.${fault.key}`, fault));
  if (faults.length > MOST) told.push(say("more", { count: faults.length - MOST }));
  if (told.length) sheet.append(make("ul", { className: "messages" }, ...told.map((textContent) => make("li", { className: "error", textContent }))));
  sheet.append(...rows.filter(({ marks }) => marks.length).flatMap((row) => drawRow(row, name)));
  return sheet;
}

function draw(file) {
  const entropies = ownBytes(file), groups = check(file, { entropies });
  const isRight = groups.every(({ faults }) => !faults.length), isWhole = groups.every(({ later }) => !later);
  const own = file.viewer === null ? [] : [say(entropies.length ? "own" : "own.none")];
  const told = groups.filter(({ total, faults }) => total || faults.length);
  shown.replaceChildren(...told.map((group) => drawGroup(group, group.name === "chain" && isRight ? own : [])));
  verdict.textContent = say(isRight ? (isWhole ? "right" : "right.yet") : "wrong");
  verdict.className = isRight ? "verdict" : "refusal";
  verdict.dataset.verdict = isRight ? "right" : "wrong";
  for (const part of document.querySelectorAll("[data-key]")) part.hidden = false;
}

/** Return the game's file. */
async function load() {
  const answer = await fetch(shown.dataset.file, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** Let people look for fingerprints from their mails, also in what was played since. */
function offerMails(file) {
  const part = document.querySelector("[data-mail]"), form = part.querySelector("form"), found = document.getElementById("found");
  part.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [head] = form.elements.fingerprint.value.replace(/\s/g, "").toLowerCase().match(HEAD) ?? [];
    const at = ({ events }) => events.find(({ hash }) => hash.startsWith(head));
    if (head && !at(file)) draw((file = await load().catch(() => file)));
    const of = head && at(file);
    found.textContent = of ? say("found", { event: of.sequence }) : say(head ? "lost" : "typed");
    found.className = of ? "" : "wrong";
  });
}

verdict.hidden = false;
try {
  const file = await load();
  draw(file);
  offerMails(file);
} catch {
  verdict.textContent = say("nothing");
  verdict.className = "refusal";
  verdict.dataset.verdict = "nothing";
}
