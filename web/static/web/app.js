// On every page: starts the service worker, renews push messages or ends them with the log-out,
// closes what it shows of the game that is looked at, and shows how many games wait. The sign-up gets
// the browser's time zone.
import { closeShown, endWithLogOut, register, renew } from "./push.js";
import { watch } from "./turns.js";

if ("serviceWorker" in navigator) {
  start().catch(() => {}); // pages work without it
}

watch();
for (const input of document.querySelectorAll("input[type=hidden][name=time_zone]")) {
  input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""; // at sign-up
}

async function start() {
  const ready = await register();
  await closeShown(ready, location.pathname.split("/").pop());
  await endWithLogOut(ready);
  await renew(ready);
}
