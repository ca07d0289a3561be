// Steps through a replay without loading whole pages: links, the slider and the arrow keys fetch
// the page of the step and swap the parts of this one. Without it they are links and a form.

const PARTS = ["board", "step", "words", "at", "steps", "story", "log", "text"];
const REST = 90; // milliseconds that the slider has to rest
const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

const part = (page, name) => page.querySelector(`[data-part="${name}"]`);
const slider = document.querySelector(".replay-slider input");
let latest = 0;
let resting = 0;

async function show(address, remember) {
  const own = ++latest;
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (own !== latest) return;
    if (!answer.ok || !part(page, "steps")) throw new Error(`${answer.status}`);
    swap(page);
    document.title = page.title;
    if (remember) history[remember](null, "", address);
  } catch {
    location.assign(address);
  }
}

function swap(page) {
  const focused = document.activeElement?.getAttribute("rel");
  for (const name of PARTS) {
    part(document, name).replaceChildren(...part(page, name).childNodes);
  }
  const found = page.querySelector(".replay-slider input");
  if (document.activeElement !== slider) slider.value = found.getAttribute("value");
  slider.setAttribute("aria-valuetext", found.getAttribute("aria-valuetext") ?? "");
  if (focused) (link(focused) ?? link("next") ?? link("prev") ?? slider).focus();
  part(document, "words").scrollTop = 0;
  keepInSight();
  uncover();
}

function link(rel) {
  return part(document, "steps").querySelector(`a[rel="${rel}"]`);
}

function keepInSight() {
  const story = part(document, "story");
  const line = story.querySelector("[aria-current]");
  if (line) story.scrollTop = line.offsetTop - story.offsetTop - story.clientHeight / 2;
}

/** Scroll until the bar covers nothing of the board. */
function uncover() {
  const dock = document.querySelector(".replay-dock"), board = document.querySelector(".replay-board svg");
  if (getComputedStyle(dock).position !== "sticky") return;
  const { top, bottom, left, right } = board.getBoundingClientRect(), bar = dock.getBoundingClientRect();
  const beside = bar.left >= right || bar.right <= left;
  if (!beside && bottom > bar.top) scrollBy(0, Math.min(top, bottom - bar.top));
}

document.addEventListener("click", (event) => {
  const to = event.target.closest('[data-part="steps"] a, [data-part="story"] a');
  if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(to.href, "pushState");
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, summary");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const to = KEYS[event.key] && link(KEYS[event.key]);
  if (!to) return;
  event.preventDefault();
  show(to.href, "pushState");
});
slider.addEventListener("input", () => {
  clearTimeout(resting);
  const address = `${slider.form.getAttribute("action")}/${slider.value}`;
  resting = setTimeout(() => show(address, "replaceState"), REST);
});
addEventListener("popstate", () => show(location.href));

document.documentElement.classList.add("scripted");
keepInSight();
uncover();
