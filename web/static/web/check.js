// The checker of docs/concepts/fair-deal.md, of which the sections have the same names. It uses no
// crypto.subtle, which pages without https lack, and nothing of the page: Node.js runs it, too.

const RANKS = "F 2 3 4 5 6 7 8 9 10 N Q K".split(" "), SUITS = ["Sp", "Su", "Au", "Wi", "St"];
const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
const FIELDS = ["SW", "NW", "NE", "SE"];
const SETS = {
  none: [],
  core: "maiden changeling river children forest_queen rake union newborn".split(" "),
  false_baron: "astronomer collective drought echo gambler universe".split(" "),
  crane_wife: "loom island perfect_crime butchers soldiers boat".split(" "),
};
SETS.all = [...SETS.core, ...SETS.false_baron, ...SETS.crane_wife, "audience", "rusalka", "saint_joan"];
const LESSON = "a594958142247214318c9f9b884a4be142d3c928f9a032d930accbbe62442b9f";
const ROUNDS = Array.from({ length: 32 }, (_, index) => `${index + 1}`);
const ENDINGS = ["GameEnded", "GameAdjudicated", "GameCalledOff"];
const HASH = /^[0-9a-f]{64}$/;

// ---------------------------------------------------------------- notation

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const bitsOf = (root) => Math.floor((root % 1) * 2 ** 32) | 0; // the first of its fraction
const K = Int32Array.from(PRIMES, (prime) => bitsOf(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => bitsOf(Math.sqrt(prime)));
const W = new Int32Array(64);
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** Return bytes: of a text its UTF-8. */
export const bytes = (given) => (typeof given === "string" ? new TextEncoder().encode(given) : given);
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
export const hex = (given) => Array.from(given, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function concat(...parts) {
  const all = parts.map(bytes), joined = new Uint8Array(all.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of all) joined.set(each, at), (at += each.length);
  return joined;
}

/** Return the SHA-256 of the concatenation of texts and bytes, as bytes. */
export function sha(...parts) {
  const message = concat(...parts), size = (((message.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(size), view = new DataView(padded.buffer), H = START.slice();
  padded.set(message);
  padded[message.length] = 0x80;
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length << 3);
  for (let block = 0; block < size; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { W[i] = view.getInt32(block + 4 * i); continue; }
      const x = W[i - 15], y = W[i - 2];
      const before = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), after = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      W[i] = W[i - 16] + before + W[i - 7] + after;
    }
    let [a, b, c, d, e, f, g, h] = H;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + W[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => (H[i] += each));
  }
  const out = new DataView(new ArrayBuffer(32));
  H.forEach((each, i) => out.setInt32(4 * i, each));
  return new Uint8Array(out.buffer);
}

export function hmac(key, ...parts) {
  const short = bytes(key).length > 64 ? sha(key) : bytes(key), block = new Uint8Array(64);
  block.set(short);
  const inner = sha(block.map((byte) => byte ^ 0x36), ...parts);
  return sha(block.map((byte) => byte ^ 0x5c), inner);
}

// ---------------------------------------------------------------- the chain

export const partHash = (text) => (text.startsWith("{") ? hex(sha(text)) : text);

export function linkHash(previous, game, event) {
  const { sequence, type, schema, edition, seat, entropy, command_id, recorded_at } = event;
  const parts = event.private.map(partHash);
  return hex(sha(JSON.stringify([
    previous, game, sequence, type, schema, edition, seat, event.public, parts, entropy, command_id, recorded_at,
  ])));
}

// ---------------------------------------------------------------- commitments, keys and draws

export const commitmentTo = (game, scope, secret) => hex(sha(`commitment/${game}/${scope}/`, secret));
export const commitmentOf = (all) => hex(sha(...all.map(unhex)));
export const keyOf = (game, scope, secret, entropy) => hmac(secret, `key/${game}/${scope}/`, entropy);

export const blockOf = (key, label, i) => hmac(key, `${label}/${i}`);

/** Yield the numbers of the stream of a label. */
export function* numbers(key, label) {
  for (let i = 0; ; i++) {
    const block = new DataView(blockOf(key, label, i).buffer);
    for (let at = 0; at < 32; at += 8) yield block.getBigUint64(at);
  }
}

/** Return the next number of a stream below m. */
export function below(m, stream) {
  const bound = BigInt(m), fair = 2n ** 64n - (2n ** 64n % bound);
  for (;;) {
    const { value } = stream.next();
    if (value < fair) return value % bound;
  }
}

export const pick = (key, label, things) => things[Number(below(things.length, numbers(key, label)))];

export function shuffle(key, label, things) {
  const order = [...things], stream = numbers(key, label);
  for (let i = order.length - 1; i > 0; i--) {
    const j = Number(below(i + 1, stream));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export function luminarySet({ mode, luminaries = "core" }, hasStars) {
  if (mode === "beginner") return [];
  if (Array.isArray(luminaries)) return luminaries;
  const without = [hasStars ? "" : "astronomer", mode === "solitaire" ? "rake" : ""];
  return SETS[luminaries].filter((name) => !without.includes(name));
}

// ---------------------------------------------------------------- roots and openings

export const blindOf = (key, label, place) => hmac(key, `${label}/blind/${place}`);
export const leafOf = (place, card, blind) => sha(`leaf/${place}/${card}/`, blind);
export const nodeOf = (left, right) => sha("node/", left, right);

export function rootOf(key, label, cards) {
  let level = cards.map((card, place) => leafOf(place, card, blindOf(key, label, place)));
  while (level.length > 1) {
    const pairs = level.filter((_, place) => place % 2 === 0);
    level = pairs.map((left, i) => (2 * i + 1 < level.length ? nodeOf(left, level[2 * i + 1]) : left));
  }
  return hex(level[0]);
}

/** Return the root that an opening of one of `count` places leads to; null if its path is too long or short. */
export function openedRoot({ place, card, blind, path }, count) {
  let hash = leafOf(place, card, unhex(blind)), at = place;
  const rest = path.map(unhex);
  for (let width = count; width > 1; width = (width + 1) >> 1, at >>= 1) {
    if (at % 2 === 0 && at === width - 1) continue;
    const beside = rest.shift();
    if (!beside) return null;
    hash = at % 2 ? nodeOf(beside, hash) : nodeOf(hash, beside);
  }
  return rest.length || place >= count ? null : hex(hash);
}

// ---------------------------------------------------------------- how a deck is dealt

/** Return the places of a deck as `RoundDealt` and the hands after it show them; null where they do not. */
export function dealtPlaces(dealt, hands) {
  const order = [...FIELDS.keys()].map((step) => (FIELDS.indexOf(dealt.summer) + step) % 4);
  const places = [0, 1, 2].flatMap((row) => order.map((field) => dealt.fields[field][row] ?? null));
  const around = [...hands].sort((a, b) => (a.seat <= dealt.dealer) - (b.seat <= dealt.dealer) || a.seat - b.seat);
  for (let row = 0; around.some((hand) => row < hand.count); row++) {
    for (const hand of around) if (row < hand.count) places.push(hand.cards?.[row] ?? null);
  }
  return [...places, ...(dealt.deck ?? Array(dealt.deck_count).fill(null))];
}

/** Follows the events of a game: finds what was drawn by lot, and what the events show of it. */
class Story {
  draws = []; // {of, round, event, scope, label, things, cards: by place, null where unknown, root}
  dealt = new Map(); // events by round
  scored = new Set();
  faults = [];
  lying = {}; // by field, the draw and place of its luminary
  isOver = false;

  constructor(events, hasOwnLuminaries) {
    this.events = events;
    this.hasOwnLuminaries = hasOwnLuminaries;
    events.forEach((event, index) => this.read(event, index));
  }

  read(event, index) {
    const { type, sequence, members } = event;
    if (type === "GameStarted") this.options = members.options;
    if (type === "RoundScored") this.scored.add(members.round);
    if (type === "FirstDealerDrawn") {
      const things = [...Array(this.options.players).keys()], label = `deal/${this.askedAt(index)}/dealer`;
      this.draws.push({ of: "dealer", round: 1, event: sequence, scope: "1", label, things: () => things, cards: [members.seat] });
    }
    if (type === "RoundDealt") this.deal(event, index);
    if (type === "DeckReshuffled") this.reshuffle(event, index);
    if (type === "CardsReturned") this.returned.push(...(members.cards ?? Array(members.count).fill(null)));
    if (["HandDrawn", "CardsTucked", "CardsHidden"].includes(type)) this.take(sequence, members.count, members.cards);
    if (type === "FieldSeeded") this.take(sequence, members.cards.length, members.cards);
    if (type === "CardSown" && members.hides) this.take(sequence, members.hides, members.hidden);
    if (type === "LuminaryRevealed" && members.from_reserve) {
      this.lying[members.field] = { draw: this.reserve, place: this.reserve.next++ };
    }
    if (["LuminaryRevealed", "LuminaryDiscarded"].includes(type)) {
      const { draw, place } = this.lying[members.field] ?? {};
      this.show(draw, place, members.luminary, sequence);
    }
    if (ENDINGS.includes(type)) this.isOver = true;
  }

  /** Return the version at which chance was asked for what an event shows. */
  askedAt(index) {
    while (index && !(this.events[index].type === "DecisionAnswered" && this.events[index].members.seat === -1)) index--;
    let start = index;
    while (start && !this.events[start].command_id) start--;
    let outages = 0;
    while (this.events[start + outages].type === "OutageCredited") outages++;
    return this.events[index].sequence - 1 - outages;
  }

  deal({ sequence, members }, index) {
    const { round } = members, label = `deal/${this.askedAt(index)}`, hands = [];
    for (let next = index + 1; this.events[next]?.type === "HandDealt"; next++) hands.push(this.events[next].members);
    const cards = dealtPlaces(members, hands), things = DECK.slice(0, cards.length);
    if (![52, 65].includes(cards.length)) this.faults.push({ key: "deck-size", event: sequence });
    this.dealt.set(round, sequence);
    this.deck = {
      of: "deck", round, event: sequence, scope: `${round}`, label: `${label}/deck`, things: () => things, cards,
      root: members.deck_root, next: cards.length - members.deck_count,
    };
    this.returned = [];
    this.draws.push(this.deck);
    this.dealLuminaries(sequence, members, `${label}/luminaries`, cards.length === 65);
  }

  dealLuminaries(event, members, label, hasStars) {
    const { round, down = [], kept = [], reserve_count = 0 } = members, count = down.length + reserve_count;
    const left = this.reserve ? this.reserve.cards.length - this.reserve.next : 0;
    const begins = !this.options.luminaries_persist || !this.dealt.has(round - 1) || !(kept.length || left);
    const before = this.reserve;
    if (begins) this.since = round;
    this.reserve = null;
    if (!count) return;
    const cards = [
      ...(members.luminaries ?? Array(down.length).fill(null)), ...(members.reserve ?? Array(reserve_count).fill(null)),
    ];
    this.reserve = {
      of: "luminaries", round, event, scope: this.hasOwnLuminaries ? `luminaries/${this.since}` : `${round}`, label,
      things: () => (begins ? luminarySet(this.options, hasStars) : before.order?.slice(before.next)),
      cards, root: members.luminaries_root, next: down.length,
    };
    down.forEach((field, place) => (this.lying[field] = { draw: this.reserve, place }));
    this.draws.push(this.reserve);
  }

  reshuffle({ sequence, members }, index) {
    const { deck: before, returned } = this;
    this.deck = {
      of: "reshuffle", round: before.round, event: sequence, scope: before.scope, root: members.deck_root, next: 0,
      label: `reshuffle/${this.askedAt(index)}/deck`, cards: members.deck ?? Array(members.count).fill(null),
      things: () => before.order && [...before.order.slice(before.next), ...returned],
    };
    this.returned = [];
    this.draws.push(this.deck);
  }

  take(event, count, cards) {
    for (let i = 0; i < count; i++) this.show(this.deck, this.deck.next + i, cards?.[i], event);
    this.deck.next += count;
  }

  /** Note that an event shows a card at a place. */
  show(draw, place, card, event) {
    if (!draw || !card) return;
    if (place >= draw.cards.length || (draw.cards[place] ?? card) !== card) {
      this.faults.push({ key: "card", round: draw.round, event, place: place + 1, card });
    }
    draw.cards[place] ??= card;
  }
}

// ---------------------------------------------------------------- what a checker does

/** A part of the result: rows of marks (`good`, `later`: not to be checked yet, `bad`), and faults. */
class Group {
  constructor(name) {
    Object.assign(this, { name, rows: [], faults: [], checked: 0, later: 0, total: 0 });
  }

  row(title, marks) {
    this.rows.push({ ...title, marks });
    this.total += marks.length;
    this.later += marks.filter((mark) => mark === "later").length;
    this.checked += marks.filter((mark) => mark === "good").length;
  }

  fault(key, data = {}) {
    this.faults.push({ key, ...data });
    return "bad";
  }
}

/** Check a file, and fingerprints and bytes that somebody kept; return the groups of what was checked. */
export function check(file, { heads = [], entropies = [] } = {}) {
  const [chain, commitments, deals, openings] = ["chain", "commitments", "deals", "openings"].map((name) => new Group(name));
  try {
    checkChain(chain, file, heads, entropies);
    const events = file.events.map((event) => {
      const parts = event.private.filter((part) => part.startsWith("{")).map((part) => JSON.parse(part).part);
      return { ...event, members: Object.assign({}, ...parts, JSON.parse(event.public)) };
    });
    const started = events[0]?.members.commitments ?? [];
    const isNew = events.length ? started.length !== 32 : Object.keys(file.commitments).length !== 33;
    const story = new Story(events, isNew);
    const isOver = story.isOver || ["finished", "called_off"].includes(file.state);
    const hidden = file.events.filter((event) => event.private.some((part) => !part.startsWith("{"))).length;
    if (isOver && hidden) chain.fault("hidden", { count: hidden });
    checkCommitments(commitments, file, started, story, isNew, isOver);
    checkDeals(deals, openings, file, story, isNew);
  } catch (error) {
    deals.fault("unreadable", { error: `${error}` }); // as where an event is missing on which others depend
  }
  return [chain, commitments, deals, openings];
}

function checkChain(group, file, heads, entropies) {
  const { events } = file, hashes = events.map((event) => event.hash);
  let previous = "0".repeat(64), expected = 1;
  const marks = events.map((event) => {
    const many = (event.entropy ?? "").length > (event.sequence === 1 ? 256 : 64); // one person's, but with the seats
    const fault = event.sequence !== expected ? "sequence" : many || linkHash(previous, file.game, event) !== event.hash ? "changed" : "";
    expected = event.sequence + 1;
    previous = event.hash;
    return fault ? group.fault(fault, { event: event.sequence }) : "good";
  });
  group.row({ title: "chain" }, marks);
  const last = events.at(-1);
  if ((last?.hash ?? "") !== file.head || (last?.sequence ?? 0) !== file.version) group.fault("head");
  for (const head of heads) if (!hashes.some((hash) => hash.startsWith(head))) group.fault("mail", { head });
  const listed = new Set(events.flatMap((event) => event.entropy?.match(/.{64}/g) ?? []));
  for (const own of entropies) if (!listed.has(own)) group.fault("entropy", { bytes: own });
}

function checkCommitments(group, file, started, story, isNew, isOver) {
  const given = file.commitments;
  const scopes = ["seats", ...ROUNDS, ...(isNew ? ROUNDS.map((round) => `luminaries/${round}`) : [])];
  const all = scopes.map((scope) => given[scope] ?? "");
  const fits = all.every((each) => HASH.test(each)) && commitmentOf(all) === file.commitment;
  const isStarted = story.events.length > 0, inStart = isNew ? all : all.slice(1);
  const isSame = inStart.length === started.length && inStart.every((each, i) => each === started[i]);
  group.row({ title: "commitment" }, [
    fits ? "good" : group.fault("commitment"),
    ...(isStarted ? [isSame ? "good" : group.fault("started")] : isOver ? [] : ["later"]),
  ]);
  const rounds = new Set(story.dealt.size || !isOver ? story.dealt.keys() : [1]);
  const sets = story.draws.filter((draw) => draw.of === "luminaries").map((draw) => draw.scope);
  const persists = story.options?.luminaries_persist;
  const isDue = (scope) => {
    if (scope === "seats") return isStarted || isOver;
    const [round, isSet] = [Number(scope.split("/").at(-1)), scope.includes("/")];
    if (isOver) return isSet && story.dealt.size ? sets.includes(scope) : rounds.has(round);
    if (isSet) return persists ? sets.includes(scope) && sets.at(-1) !== scope : sets.includes(scope) && story.scored.has(round);
    return story.scored.has(round) && (isNew || !persists);
  };
  const used = scopes.filter((scope) => isDue(scope) || scope in file.openings || rounds.has(Number(scope)) || sets.includes(scope));
  group.row({ title: "secrets" }, used.map((scope) => {
    const secret = file.openings[scope];
    if (!secret) return isDue(scope) ? group.fault("unopened", { scope }) : "later";
    return commitmentTo(file.game, scope, unhex(secret)) === given[scope] ? "good" : group.fault("secret", { scope });
  }));
}

function checkDeals(group, openings, file, story, isNew) {
  const keyAt = (scope, sequence) => {
    const entropy = file.events.map((event) => (event.sequence <= sequence && event.entropy) || "").join("");
    return file.openings[scope] && keyOf(file.game, scope, unhex(file.openings[scope]), unhex(entropy));
  };
  group.faults.push(...story.faults);
  if (file.seats) {
    const key = keyAt("seats", 1), drawn = key && shuffle(key, "seats", [...file.seats].sort((a, b) => a - b));
    const marks = file.seats.map((seat, i) => (!key ? "later" : seat === drawn[i] ? "good" : "bad"));
    if (marks.includes("bad")) group.fault("seats");
    group.row({ title: "seats" }, marks);
  }
  const first = story.draws.find((draw) => draw.of === "deck")?.cards ?? [];
  const isLesson = hex(sha(first.join(" "))) === LESSON; // the same for everybody
  const cards = new Set(file.cards ?? []);
  for (const draw of story.draws) {
    const { of, round, event, root } = draw, title = { title: of, round, event }, key = keyAt(draw.scope, event);
    const opened = [...cards].filter((each) => each.event === event && (each.of === "luminaries") === (of === "luminaries"));
    const proofs = opened.map((each) => checkOpening(openings, each, draw));
    opened.forEach((each) => cards.delete(each));
    if (isLesson && round === 1 && !root && of !== "reshuffle") {
      draw.order = draw.cards;
      group.row({ ...title, isLesson }, draw.cards.map(() => "good"));
      continue;
    }
    if (isNew && of !== "dealer" && !root && (key || draw.label.startsWith("reshuffle") || round > 1)) group.fault("no-root", { of, round, event });
    if (key) checkDraw(group, draw, key);
    else {
      group.row(title, draw.cards.map(() => "later"));
      const proven = new Set(opened.map(({ place }) => place));
      const without = [...draw.cards.keys()].filter((place) => root && draw.cards[place] !== null && !proven.has(place));
      proofs.push(...without.map((place) => openings.fault("unproven", { of, round, event, place: place + 1, card: draw.cards[place] })));
    }
    if (proofs.length) openings.row(title, proofs);
  }
  const rest = [...cards].map(({ event, place, card }) => openings.fault("opening", { event, place: place + 1, card }));
  if (rest.length) openings.row({ title: "deck" }, rest);
}

/** Draw again, and compare all that is known of the places. */
function checkDraw(group, draw, key) {
  const { of, round, event, label, cards, root } = draw, things = draw.things();
  if (!things || things.includes(null)) return group.row({ title: of, round, event }, cards.map(() => "later"));
  draw.order = of === "dealer" ? [pick(key, label, things)] : shuffle(key, label, things);
  const marks = cards.map((card, place) => (card === null ? "later" : card === draw.order[place] ? "good" : "bad"));
  const wrong = marks.indexOf("bad"), count = marks.filter((mark) => mark === "bad").length;
  if (count) group.fault("draw", { of, round, event, count, place: wrong + 1, card: cards[wrong], drawn: draw.order[wrong] ?? "–" });
  if (draw.order.length !== cards.length) group.fault("deck-size", { of, round, event });
  else if (root && rootOf(key, label, draw.order) !== root) group.fault("root", { of, round, event });
  group.row({ title: of, round, event }, marks);
}

/** Return the mark of an opening; its card is known from now on. */
function checkOpening(group, opening, draw) {
  const { place, card, event } = opening, { cards, root } = draw;
  const isRight = root && openedRoot(opening, cards.length) === root && (cards[place] ?? card) === card;
  if (!isRight) return group.fault("opening", { event, place: place + 1, card });
  cards[place] = card;
  return "good";
}
