// Sending a play: it is kept in this browser until the server has answered, and sent again with its
// key, under which it acts once.

import { load, unfold } from "./parts.js";

const PAUSES = [1, 2, 5, 10, 20]; // seconds
const MOST = 15000; // milliseconds until an answer counts as lost
const place = () => `illimat:${location.pathname}`;
const says = () => document.getElementById("says")?.dataset;
let sending = false, timer = 0, tries = 0, unsent = null, shown = [];

/** Return the play that waits to be sent from this page, if there is one. */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(place())) ?? unsent;
    return found && found.viewer === document.body.dataset.viewer ? found : null;
  } catch {
    return unsent;
  }
}

/** Return whether a play waits to be sent from this page, or its answer is not shown yet. */
export const isBusy = () => sending || kept() !== null;

/** Keep the play of a form, and send it. */
export function send(form) {
  const filled = new FormData(form);
  filled.delete("csrfmiddlewaretoken"); // it may have changed by the time the play is sent
  const does = form.querySelector("button").textContent;
  const play = { address: form.action, body: new URLSearchParams(filled).toString(), viewer: document.body.dataset.viewer, does };
  remember(play);
  show(says().sending);
  return attempt(play);
}

/** Send the play that is kept, if there is one. */
export function resume() {
  const play = kept();
  if (play && !sending) {
    show(says().sending);
    attempt(play);
  }
}

async function attempt(play) {
  sending = true;
  clearTimeout(timer);
  try {
    await deliver(play);
  } finally {
    sending = false;
  }
}

async function deliver(play) {
  let answered;
  try {
    answered = await load(play.address, {
      method: "POST",
      body: play.body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token() },
      signal: AbortSignal.timeout(MOST),
    });
  } catch {
    answered = null;
  }
  if (!kept()) return; // withdrawn meanwhile
  if (!answered || answered.status >= 500 || answered.status === 429) return later(play);
  forget();
  if (answered.status < 400 && new URL(answered.url).pathname === location.pathname) tell(play); // it is no log-in
  if (!(await unfold(answered.page))) return leave(play, answered);
  if (answered.status < 400) history.pushState(null, "", new URL(answered.url).pathname);
}

/** Note that the server has taken the bytes that came with a play. */
async function tell(play) {
  const bytes = new URLSearchParams(play.body).get("entropy");
  if (bytes) (await import("../entropy.js").catch(() => null))?.played(bytes);
}

/** Go to where the answer leads that is no page of the game: the log-in, or why it was refused. */
function leave(play, answered) {
  if (answered.status < 400) return location.assign(answered.url);
  const form = document.createElement("form");
  form.method = "post";
  form.action = play.address;
  for (const [name, value] of [...new URLSearchParams(play.body), ["csrfmiddlewaretoken", token()]]) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit(); // the browser shows the refusal as the page that it is
}

function token() {
  return document.cookie.match(/(?:^|; )illimat_csrf=([^;]*)/)?.[1] ?? "";
}

/** Say which play is kept, and try again after a while. */
function later(play) {
  show(says().kept.replace("{play}", () => play.does), true);
  timer = setTimeout(resume, 1000 * PAUSES[Math.min(tries++, PAUSES.length - 1)]);
}

function remember(play) {
  tries = 0;
  unsent = play;
  try {
    localStorage.setItem(place(), JSON.stringify(play));
  } catch {
    // a private window may keep nothing; the play is sent nevertheless
  }
}

function forget() {
  clearTimeout(timer);
  unsent = null;
  try {
    localStorage.removeItem(place());
  } catch {
    // nothing was kept
  }
  document.getElementById("pending")?.remove();
  for (const button of document.querySelectorAll(".send button")) button.disabled = false;
}

/** Show the state of a play in the dock, with a button to withdraw it if it is only kept. */
function show(text, withdrawable = false) {
  shown = [text, withdrawable];
  say("pending", text);
  for (const button of document.querySelectorAll(".send button")) button.disabled = true;
  if (!withdrawable) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet small";
  button.textContent = says().withdraw;
  button.addEventListener("click", forget);
  document.getElementById("pending").append(" ", button);
}

/** Say something in the dock, below what is asked. */
function say(id, text) {
  let line = document.getElementById(id);
  if (!line) {
    line = document.createElement("p");
    line.id = id;
    line.className = "pending";
    line.setAttribute("role", "status");
    document.querySelector(".dock .lead")?.after(line);
  }
  line.textContent = text;
}

addEventListener("online", resume);
document.addEventListener("lost", () => say("lost", says().lost));
document.addEventListener("swapped", () => {
  if (kept()) show(...shown);
});
