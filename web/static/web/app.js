// On every page: starts the service worker, renews push messages or ends them with the log-out,
// closes what it shows of the game that is looked at, and shows how many games wait. Plays that wait
// to be sent are discarded with the log-out, and when somebody else logs in. The sign-up gets the
// browser's time zone.
import { closeShown, endWithLogOut, register, renew } from "./push.js";
import { watch } from "./turns.js";

if ("serviceWorker" in navigator) {
  start().catch(() => {}); // pages work without it
}

watch();
const { viewer } = document.body.dataset;
if (viewer) discard((play) => play.viewer === viewer);
document.querySelector("form[action='/accounts/logout/']")?.addEventListener("submit", () => discard(() => false));
for (const input of document.querySelectorAll("input[type=hidden][name=time_zone]")) {
  input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""; // at sign-up
}

async function start() {
  const ready = await register();
  await closeShown(ready, location.pathname.split("/").pop());
  await endWithLogOut(ready);
  await renew(ready);
}

/** Discard the plays that wait in this browser (`play/sending.js`), but those that somebody keeps. */
function discard(keeps) {
  try {
    for (const place of Object.keys(localStorage)) {
      if (place.startsWith("illimat:") && !keeps(JSON.parse(localStorage.getItem(place)))) localStorage.removeItem(place);
    }
  } catch {
    // the browser keeps nothing
  }
}
