// Sends random bytes of one's own with each form that joins a game or plays: the same ones in a round.
// They are kept here as `illimat-entropy-GAME`, with `seat` once the server has taken them, so that
// whoever checks the game can look for them in its log. A browser that keeps nothing sends none.

const GAMES = "illimat-entropy", MOST = 50; // games, and entries of one
const placeOf = (game = "new") => `${GAMES}-${game}`; // "new": tables that are being made
const gameIn = (address) => address.match(/\/games\/([0-9a-f-]{36})/)?.[1];
const fresh = () => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const read = (place) => JSON.parse(localStorage.getItem(place)) ?? [];

/** Keep the entries of a game, and drop the games that were not played for the longest time. */
function keep(place, entries) {
  const places = [...read(GAMES).filter((each) => each !== place), place];
  for (const old of places.splice(0, places.length - MOST)) localStorage.removeItem(old);
  localStorage.setItem(GAMES, JSON.stringify(places));
  localStorage.setItem(place, JSON.stringify(entries.slice(-MOST)));
}

/** Note which bytes the server has taken; those of a new table are kept for its game from then on. */
function note(game, isTaken) {
  const entries = [...read(placeOf()).filter(isTaken), ...read(placeOf(game))];
  const all = new Map(entries.map((each) => [each.bytes, { ...each, seat: isTaken(each) || undefined }]));
  if (all.size) keep(placeOf(game), [...all.values()]);
}
export const played = (bytes) => note(gameIn(location.pathname), (each) => each.seat || each.bytes === bytes);
document.addEventListener("submit", ({ target: { action, elements: { entropy: field } } }) => {
  if (!field) return;
  const { game = gameIn(action), round = 0 } = field.dataset;
  try {
    const entries = read(placeOf(game)), known = game && entries.find((each) => each.round === Number(round));
    const entry = known || { round: Number(round), bytes: field.value || fresh() };
    keep(placeOf(game), [...entries.filter((each) => each.bytes !== entry.bytes), entry]);
    field.value = entry.bytes;
  } catch {
    field.value = "";
  }
}, true);
const taken = document.querySelector("[data-taken]")?.dataset.taken; // with the visitor's seat
if (taken !== undefined) note(gameIn(location.pathname), (each) => (each.round ? each.seat : each.bytes === taken));
