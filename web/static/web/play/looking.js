// When an open page looks at the server again: soon while somebody uses it, otherwise now and then.

const LATER = 60000; // milliseconds between two looks while nobody uses the page
const USED = 120000; // milliseconds after a touch, a key or a change in which it is in use
const USES = ["pointerdown", "pointermove", "keydown", "scroll", "swapped"];

/** Call `look` again and again, every `soon` milliseconds while the page is in use; whoever comes back looks at once. */
export function keepLooking(look, soon) {
  let used = Date.now(), next = 0;
  const plan = () => {
    clearTimeout(next);
    next = setTimeout(() => look().then(plan), Date.now() - used < USED ? soon : LATER);
  };
  const use = () => {
    const returns = Date.now() - used > USED;
    used = Date.now();
    if (returns) look().then(plan);
  };
  for (const each of USES) document.addEventListener(each, use, { passive: true });
  document.addEventListener("visibilitychange", () => look().then(plan));
  plan();
}
