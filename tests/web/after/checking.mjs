// Runs check.js: answers each line of JSON with what is found in a file, or the vectors that differ.
import { createInterface } from "node:readline";
import * as js from "../../../web/static/web/check.js";

const { hex, unhex } = js;
const STEPS = {
  part: ({ text }) => js.partHash(text),
  hash: ({ previous, game, event }) => js.linkHash(previous, game, event),
  secret: ({ seed, scope }) => hex(js.hmac(unhex(seed), /^\d+$/.test(scope) ? `round/${scope}` : scope)),
  commitment: ({ game, scope, secret }) => js.commitmentTo(game, scope, unhex(secret)),
  commitment_to_all: ({ commitments }) => js.commitmentOf(commitments),
  key: ({ secret, game, scope, entropies }) => hex(js.keyOf(game, scope, unhex(secret), unhex(entropies))),
  block: ({ key, label, number }) => hex(js.blockOf(unhex(key), label, number)),
  below: ({ key, label, bound, count }) => {
    const stream = js.numbers(unhex(key), label);
    return Array.from({ length: count }, () => `${js.below(bound, stream)}`);
  },
  pick: ({ key, label, things }) => js.pick(unhex(key), label, things),
  shuffle: ({ key, label, things }) => js.shuffle(unhex(key), label, things),
  luminaries: ({ options, deck }) => js.luminarySet(options, deck === 65),
  deal: ({ dealer, summer, hands }, out) => {
    const given = hands.map(([seat, count], i) => ({ seat, count, cards: out.hands[i] }));
    const places = js.dealtPlaces({ dealer, summer, fields: out.fields, deck_count: 0 }, given);
    return places.every((place, i) => place === i) ? out : places;
  },
  blind: ({ key, label, place }) => hex(js.blindOf(unhex(key), label, place)),
  leaf: ({ place, card, blind }) => hex(js.leafOf(place, card, unhex(blind))),
  root: ({ key, label, cards }) => js.rootOf(unhex(key), label, cards),
  opening: (opening) => js.openedRoot(opening, opening.size),
  lot: ({ seed, season, entrant }) => `${js.numbers(js.keyOf(season, "lots", unhex(seed), ""), `standings/${entrant}`).next().value}`,
};

/** Return the names and numbers of the vectors that this program computes otherwise. */
function differing(vectors) {
  return Object.entries(vectors).flatMap(([step, all]) => all.flatMap((each, i) => {
    const given = STEPS[step](each.in, each.out);
    return JSON.stringify(given) === JSON.stringify(each.out) ? [] : [`${step} ${i}`];
  }));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { file, kept, vectors } = JSON.parse(line);
  console.log(JSON.stringify(vectors ? differing(vectors) : js.check(file, kept)));
}
