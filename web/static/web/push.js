// Push messages in this browser: the switch in the settings, and what keeps it true.
// Loaded on every page by app.js; the switch is there where web/push.html is.

const API = "/api/v1/me/push";
const RENEWED = "push"; // in localStorage: for whom push is on here, since when and in which session
const EVERY = 7 * 24 * 3600 * 1000; // milliseconds

export async function register() {
  await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

export async function closeShown(registration, tag) {
  const shown = tag ? await registration.getNotifications({ tag }) : [];
  shown.forEach((notification) => notification.close());
}

// The server forgets browsers that are not renewed. It also forgets this one when the session is
// replaced, as when its owner changes the password; and a new session must know it, so that push
// ends with the log-out.
export async function renew(registration) {
  const { person, session } = document.body.dataset;
  const [whose, at, within] = JSON.parse(localStorage.getItem(RENEWED) ?? "[]");
  if (!person || whose !== person || !registration.pushManager) return;
  if (within === session && at + EVERY > Date.now()) return;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) await tell(subscription);
}

// Whoever switched push on in this browser: a log-out names its subscription, and so ends it.
export async function endWithLogOut(registration) {
  const form = document.querySelector("form[action='/accounts/logout/']");
  const subscription = form && (await registration.pushManager?.getSubscription());
  if (!subscription) return;
  form.insertAdjacentHTML("beforeend", "<input type=hidden name=push>");
  form.elements.push.value = subscription.endpoint;
  form.addEventListener("submit", () => localStorage.removeItem(RENEWED));
}

async function tell(subscription) {
  const { person, session } = document.body.dataset;
  const answer = await ask("POST", API, JSON.stringify(subscription));
  if (answer.ok) localStorage.setItem(RENEWED, JSON.stringify([person, Date.now(), session]));
  return answer;
}

function ask(method, url, body) {
  const headers = { "X-CSRFToken": token(), "Content-Type": "application/json" };
  return fetch(url, { method, body, headers, credentials: "same-origin" });
}

function token() {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field?.value ?? document.cookie.match(/(?:^|; )illimat_csrf=([^;]*)/)?.[1] ?? "";
}

const box = document.querySelector("[data-push]");
if (box) offer(box);

async function offer(box) {
  const say = (state) => {
    box.dataset.state = state;
    box.querySelectorAll("[data-when]").forEach((part) => {
      part.hidden = !part.dataset.when.split(" ").includes(state);
    });
  };
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return say("unable");
  if (Notification.permission === "denied") return say("denied");
  const registration = await register().catch(() => null);
  if (!registration) return say("unable"); // as in some private windows
  const known = await registration.pushManager.getSubscription();
  const own = known && [...box.querySelectorAll("[data-endpoint]")].find(
    (each) => each.dataset.endpoint === known.endpoint,
  );
  if (own) own.querySelector("[data-here]").hidden = false;
  say(own ? "on" : "off");
  box.querySelector("[data-push-on]").addEventListener("click", async () => {
    say("busy");
    const refusal = await switchOn(registration, box).catch((error) => error);
    if (!refusal) return location.reload();
    box.querySelector("[data-refusal]").textContent = refusal.detail ?? "";
    say(Notification.permission === "denied" ? "denied" : refusal.detail ? "failed" : "barred");
  });
  box.querySelector("[data-push-off]").addEventListener("click", async () => {
    say("busy");
    localStorage.removeItem(RENEWED);
    await known.unsubscribe();
    await ask("DELETE", `${API}/${own.dataset.id}`).catch(() => {});
    location.reload();
  });
}

async function switchOn(registration, box) {
  if ((await Notification.requestPermission()) !== "granted") return {};
  const key = { userVisibleOnly: true, applicationServerKey: box.dataset.key };
  // A subscription with another key is of no use: the server has a new one.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe(key);
  const answer = await tell(subscription);
  return answer.ok ? null : answer.json();
}
