// How many games wait for the visitor, on every page: in the title, the icon and the menu. All tabs
// of a browser ask together, once a minute; what one of them learns, it tells the others.

const EVERY = 60000; // milliseconds between two requests
const LOOK = 20000; // milliseconds after which a tab sees whether it is time; longer if it is hidden
const PLACE = "turns"; // in localStorage: for whom, when it was asked, and the number

const person = document.body.dataset.person;
const numbers = () => document.querySelectorAll(".count [data-number]");
const shown = () => numbers()[0]?.textContent ?? "";

export function watch() {
  if (!person || !numbers().length) return;
  tell(shown());
  setInterval(ask, LOOK);
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("swapped", () => tell(shown()));
  addEventListener("storage", ({ key }) => key === PLACE && show(known().waiting));
}

function known() {
  const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  return found.person === person ? found : { waiting: shown(), at: 0 };
}

/** Keep a number for all tabs, and show it in this one. */
function tell(waiting) {
  localStorage.setItem(PLACE, JSON.stringify({ person, waiting, at: Date.now() }));
  show(waiting);
}

/** Ask, if it is time and no other tab does. */
async function ask() {
  if (!navigator.locks) return learn(); // an address that is not secure has none
  await navigator.locks.request(PLACE, { ifAvailable: true }, (lock) => lock && learn());
}

async function learn() {
  const { waiting, at } = known();
  if (Date.now() - at < EVERY) return;
  tell(waiting); // without an answer, it is asked again in a minute
  try {
    const answer = await fetch("/turns", { credentials: "same-origin" });
    if (answer.ok) tell((await answer.json()).waiting);
  } catch {
    // no network just now
  }
}

function show(waiting) {
  if (waiting !== shown()) document.dispatchEvent(new CustomEvent("waiting"));
  for (const number of numbers()) {
    number.textContent = waiting;
    number.parentElement.hidden = !waiting;
  }
  const title = document.title.replace(/^\(\d+\+?\) /, "");
  document.title = waiting ? `(${waiting}) ${title}` : title;
  const icon = document.querySelector("link[data-icon]");
  const address = waiting ? `/turns/${encodeURIComponent(waiting)}.svg` : icon.dataset.icon;
  if (icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}
