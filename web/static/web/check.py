"""Check that the cards of a game of Illimat, or the lots of a season, were drawn fairly.

FILE is an export, --head the fingerprint in a mail, --entropy what you contributed to chance. Exits
with 0 if all is well, 1 for faults, 2 for no file to check. Quotes name sections of fair-deal.md.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from hmac import digest
from struct import unpack
from typing import Any

Cards = list[Any]
SCOPES = ["seats", *map(str, range(1, 33)), *(f"luminaries/{number}" for number in range(1, 33))]
DECK = [r + s for s in ("Sp", "Su", "Au", "Wi", "St") for r in (*"F23456789", "10", *"NQK")]
FIELDS = ["SW", "NW", "NE", "SE"]
ALL = ["maiden", "changeling", "river", "children", "forest_queen", "rake", "union", "newborn"]
ALL += ["astronomer", "collective", "drought", "echo", "gambler", "universe", "loom", "island"]
ALL += ["perfect_crime", "butchers", "soldiers", "boat", "audience", "rusalka", "saint_joan"]
SETS = {"core": ALL[:8], "false_baron": ALL[8:14], "crane_wife": ALL[14:20], "all": ALL, "none": []}
LESSON = "a594958142247214318c9f9b884a4be142d3c928f9a032d930accbbe62442b9f"
DAMAGED = "This file is damaged, or no export. Download the export again, and do not change it."
MAX_BYTES, MAX_DRAWS, MAX_LINES, MAX_WIDTH = 2**25, 500, 100, 200  # no file may hang or flood you
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
decode = json.JSONDecoder(parse_int=lambda digits: int(digits[:20])).decode


def main(arguments: Any = None) -> int:
    """Check the file named on the command line, print what was found, and return the status."""
    parser = argparse.ArgumentParser(description="Check the export of a game or a season.")
    parser.add_argument("file", metavar="FILE")
    for option in ("--head", "--entropy"):
        parser.add_argument(option, metavar="HEX", action="append", default=[], type=str.lower)
    found = Check(**vars(parser.parse_args(arguments)))
    for line in found.notes[:MAX_LINES] + [f"FAULT: {each}" for each in found.faults[:MAX_LINES]]:
        print(line[:MAX_WIDTH])
    print(f"Faults: {len(found.faults)}. Not checked: plays, scores; without --head, forged logs.")
    return 2 if found.faults == [DAMAGED] else min(len(found.faults), 1)


class Check:
    """What was found in a file ("What a checker does")."""

    def __init__(self, file: str, head: list[str], entropy: list[str]) -> None:
        self.notes, self.faults, self.number = list[str](), list[str](), 0
        try:
            with open(file, "rb") as opened:
                self.file = decode(opened.read(MAX_BYTES).decode())
            if "season" in self.file:
                self.check_season(**self.file)
            else:
                self.check_game(head, entropy)
        except Exception:  # something is missing, or is not what it must be
            self.faults.append(DAMAGED)

    def expect(self, fine: object, fault: str) -> None:
        """Record a fault unless all is fine."""
        self.faults += [] if fine else [f"{fault} (event {self.number})" if self.number else fault]

    def check_season(self, season: dict[str, Any], standings: list[Any], **_: object) -> None:
        """Draw the lots of a season again ("Lots of seasons")."""
        if season["revealed"] is None:
            self.notes.append("Not yet checked: the lots, whose seed is not opened.")
            return
        name, seed = season["id"], bytes.fromhex(season["revealed"])
        self.expect(commitment(name, "lots", seed) == season["commitment"], "The seed is another.")
        for row in standings:
            lots = draws(key(seed, name, "lots", b""), f"standings/{row['entrant']['id']}", [2**64])
            self.expect(str(next(lots)) == row["lot"], f"A lot was not drawn: {row['entrant']!a}.")

    def check_game(self, heads: list[str], entropies: list[str]) -> None:
        """Check the log, then follow it, knowing which cards lie where."""
        file, self.id, events = self.file, self.file["game"], self.file["events"]
        self.old = "luminaries/1" not in file["commitments"]  # "Games from before"
        self.secrets = {scope: bytes.fromhex(text) for scope, text in file["openings"].items()}
        self.openings = {(each["event"], each["of"], each["place"]): each for each in file["cards"]}
        self.over = file["state"] in ("finished", "called_off")
        self.used, self.due = {"seats", "1", "luminaries/1"} & {*file["commitments"]}, set[str]()
        self.entropy, self.draws = bytearray(), iter(range(1, MAX_DRAWS))
        self.pile, self.reserve, self.down = list[Any](), list[Any](), dict[str, Any]()
        self.outages = self.version = self.round = self.since = self.dealt = 0
        self.expect(file["format"] == "illimat-game-1", DAMAGED)
        self.check_chain(events, heads, entropies)
        self.check_commitments(file["commitments"], events)
        for self.number, event in enumerate(events, 1):
            self.follow(event, event["type"], members(event))
        done = len(events), len(self.secrets), self.dealt, len(file["cards"]) - len(self.openings)
        self.notes.insert(0, "Checked: {} events, {} secrets, {} deals, {} openings.".format(*done))
        self.number = 0
        due = self.used if self.over else self.used & self.due
        self.expect(due <= {*self.secrets}, "A secret that should be opened is not.")
        hidden = any(part[0] != "{" for event in events for part in event["private"])
        self.expect(not (self.over and hidden), "The game is over, but a part is still hidden.")
        self.expect(not self.openings, "There are openings that belong to no root.")

    def check_chain(self, events: Cards, heads: list[str], entropies: list[str]) -> None:
        """Compute all hashes again, and look for what you know from elsewhere ("The chain")."""
        added, hashes = [event["entropy"] for event in events if event["entropy"]], ["0" * 64]
        listed = {text[at : at + 64] for text in added for at in (0, 64, 128, 192)}  # by seats
        for number, event in enumerate(events, 1):
            fits = (event["hash"], event["sequence"]) == (link(hashes[-1], self.id, event), number)
            few = len(event["entropy"] or "") <= (64 if number > 1 else 256)  # one person's
            self.expect(fits and few, f"Event {number} was changed.")
            hashes.append(event["hash"])
        end, known = (self.file["head"] or hashes[0], self.file["version"]), " ".join(["", *hashes])
        self.expect(end == (hashes[-1], len(events)), "The log has another end.")
        self.expect(all(" " + own in known for own in heads), "No event has your fingerprint.")
        self.expect({*entropies} <= listed, "Your entropy is not in the log.")

    def check_commitments(self, given: dict[str, str], events: Cards) -> None:
        """Compare commitments, secrets and the first event, and draw the seats ("Commitments")."""
        listed = [given[scope] for scope in SCOPES[: len(given)]]
        fits = sha256(bytes.fromhex("".join(listed))).hexdigest() == self.file["commitment"]
        self.expect(fits and len(given) in (33, 65), "The commitment is another.")
        fits = all(given[x] == commitment(self.id, x, own) for x, own in self.secrets.items())
        self.expect(fits, "A secret does not fit its commitment.")
        for e in events[:1]:
            self.options, self.used, self.due = members(e)["options"], {"seats"}, {"seats"}
            self.expect(members(e)["commitments"] == listed[self.old :], "It began otherwise.")
            if (seats := self.file["seats"]) and (own := self.secrets.get("seats")):
                own = key(own, self.id, "seats", bytes.fromhex(e["entropy"] or ""))
                self.expect(shuffle(own, "seats", sorted(seats)) == seats, "The seats are wrong.")

    def follow(self, event: Any, kind: str, it: Any) -> None:
        """Compare the cards of an event with those where they come from."""
        self.entropy += bytes.fromhex(event["entropy"] or "")
        self.outages = (kind == "OutageCredited") + (0 if event["command_id"] else self.outages)
        self.over |= kind in ("GameEnded", "GameAdjudicated", "GameCalledOff")
        if kind == "DecisionAnswered" and it["seat"] == -1:  # chance
            self.version = self.number - 1 - self.outages
        elif kind == "RoundDealt":
            self.deal(it, f"deal/{self.version}")
        elif kind == "RoundScored" and not (self.old and self.options.get("luminaries_persist")):
            self.due |= {str(self.round)} if self.options.get("luminaries_persist") else self.used
        elif kind == "DeckReshuffled":
            label, hidden = f"reshuffle/{self.version}/deck", [None] * len(self.pile)
            self.pile = self.lay(it, label, str(self.round), self.pile, it.get("deck", hidden))
        elif kind in ("HandDrawn", "FieldSeeded", "CardsTucked", "CardsHidden", "CardSown"):
            cards = it.get("cards", it.get("hidden"))
            many = it.get("count", it.get("hides", len(cards or ())))
            taken, self.pile = self.pile[:many], self.pile[many:]
            self.compare(taken, taken if cards is None else cards)
        elif kind == "CardsReturned":
            self.pile = (self.pile + it.get("cards", [None] * min(it["count"], 65)))[:65]
        elif kind in ("LuminaryRevealed", "LuminaryDiscarded"):
            if it.get("from_reserve"):
                self.down[it["field"]] = self.reserve.pop(0)
            self.compare([self.down[it["field"]]], [it["luminary"]])

    def deal(self, it: Any, label: str) -> None:
        """Deal a round again ("How a deck is dealt")."""
        before, *after = self.file["events"][self.number - 2 : self.number + 4]
        hands = [members(event) for event in after if event["type"] == "HandDealt"]
        counts, rest = {hand["seat"]: hand["count"] for hand in hands}, it["deck_count"]
        size, self.round = 12 + sum(hand["count"] for hand in hands) + rest, self.round + 1
        if size not in (52, 65) or min(rest, *counts.values()) < 0 or it["round"] != self.round:
            self.expect(False, "This is no whole deck, or not the next round.")
            return
        owners = [*deal_order(it["dealer"], it["summer"], counts), *["pile"] * rest]
        shown: Any = {hand["seat"]: hand.get("cards") for hand in hands}
        shown.update(zip([*FIELDS, "pile"], [*it["fields"], it.get("deck")]))
        deck = [shown[owner] and shown[owner].pop(0) for owner in owners]
        self.expect(not any(shown.values()), "More cards are shown than were dealt.")
        scope, whole = str(self.round), " ".join(map(str, deck)).encode()
        if scope == "1" and sha256(whole).hexdigest() == LESSON:
            self.notes.append("Round 1 has the deal of the lesson, the same for everybody.")
        else:
            deck = self.lay(it, f"{label}/deck", scope, DECK[:size], deck)
            if before["type"] == "FirstDealerDrawn" and scope in self.secrets:
                drawn = next(draws(self.key, f"{label}/dealer", [self.options["players"]]))
                self.expect(drawn == it["dealer"] == members(before)["seat"], "Another was drawn.")
        self.pile = deck[size - rest :]
        self.deal_luminaries(it, f"{label}/luminaries", size)

    def deal_luminaries(self, it: Any, label: str, size: int) -> None:
        """Deal the luminaries of a round again ("Keys and draws")."""
        down, names, rest = it.get("down", ()), self.reserve, min(it.get("reserve_count", 0), 65)
        kept = self.options.get("luminaries_persist") and (names or it.get("kept"))
        if not (self.since and kept):  # a new set begins
            self.due.add(f"luminaries/{self.since}")
            self.since, names = self.round, luminary_set(self.options, size)[:65]
        shown = it.get("luminaries", [None] * len(down)) + it.get("reserve", [None] * rest)
        scope = str(self.round) if self.old else f"luminaries/{self.since}"
        laid = self.lay(it, label, scope, names, shown) if names or shown else []
        self.down.update(zip(down, laid))
        self.reserve = laid[len(down) :]

    def lay(self, it: Any, label: str, scope: str, things: Cards, shown: Cards) -> Cards:
        """Shuffle things; return what lies where, None if unknown ("Roots and openings")."""
        of, opened = label.rpartition("/")[2], scope in self.secrets
        claimed = it.get(f"{of}_root")
        self.used.add(scope)
        if opened and None not in things:
            self.dealt = next(self.draws)  # or the file is damaged
            self.key = key(self.secrets[scope], self.id, scope, bytes(self.entropy))
            laid = shuffle(self.key, label, things)
            fits = claimed == (None if self.old else root(leaves(self.key, label, laid)).hex())
        else:
            self.notes.append(f"Not yet checked: the whole {of} of event {self.number}.")
            fits = claimed or self.old or (of, scope) == ("deck", "1")  # perhaps the lesson's
            laid = ["unproven" if claimed and not opened else None] * len(things)
            for place in range(len(things)):
                if opening := self.openings.pop((self.number, of, place), None):
                    laid[place] = opening["card"]
                    fits = fits and climb(len(things), **opening) == claimed
        self.expect(fits, f"The root of the {of} is wrong, or does not fit an opening.")
        self.compare(laid, shown)
        return laid

    def compare(self, laid: Cards, shown: Cards) -> None:
        """Compare the cards that lay somewhere with those that an event shows."""
        fits = all(None in pair or pair[0] == pair[1] for pair in zip(laid, shown))
        self.expect(fits and len(laid) == len(shown), f"Not {shown!a}, but {laid!a} lay there.")


def members(event: Any) -> Any:
    """Return the members of an event, with the private ones that are shown ("The chain")."""
    shown = [decode(part)["part"] for part in event["private"] if part[0] == "{"]
    return dict(member for part in (*shown, decode(event["public"])) for member in part.items())


def link(previous: str, game: str, event: Any) -> str:
    """Return the hash of an event after one with the hash `previous` ("The chain")."""
    private = [sha256(p.encode()).hexdigest() if p[0] == "{" else p for p in event["private"]]
    names = "sequence type schema edition seat public private entropy command_id recorded_at"
    listed = [previous, game, *({**event, "private": private}[name] for name in names.split())]
    return sha256(encode(listed).encode()).hexdigest()


def commitment(game: str, scope: str, secret: bytes) -> str:
    """Return the commitment to the secret of a scope ("Commitments")."""
    return sha256(f"commitment/{game}/{scope}/".encode() + secret).hexdigest()


def key(secret: bytes, game: str, scope: str, entropies: bytes) -> bytes:
    """Return the key of the draws in a scope ("Keys and draws")."""
    return digest(secret, f"key/{game}/{scope}/".encode() + entropies, "sha256")


def draws(key: bytes, label: str, bounds: Iterable[int]) -> Iterator[int]:
    """Yield a number below each bound, all from the stream of a label ("Keys and draws")."""
    blocks = (digest(key, f"{label}/{i}".encode(), "sha256") for i in range(2**63))
    numbers = (number for block in blocks for number in unpack(">4Q", block))
    for bound in bounds:
        yield next(number for number in numbers if number < 2**64 - 2**64 % bound) % bound


def shuffle(key: bytes, label: str, things: Cards) -> Cards:
    """Return the things in random order ("Keys and draws")."""
    order, last = list(things), len(things) - 1
    for i, j in zip(range(last, 0, -1), draws(key, label, range(last + 1, 1, -1))):
        order[i], order[j] = order[j], order[i]
    return order


def luminary_set(options: dict[str, Any], size: int) -> list[str]:
    """Return the luminaries of a game with a deck of that size ("Keys and draws")."""
    chosen = [] if options["mode"] == "beginner" else options["luminaries"]
    without = ["rake"] * (options["mode"] == "solitaire") + ["astronomer"] * (size < len(DECK))
    return chosen if isinstance(chosen, list) else [x for x in SETS[chosen] if x not in without]


def deal_order(dealer: int, summer: str, counts: dict[int, int]) -> Cards:
    """Return the field or seat to which each card is dealt in turn ("How a deck is dealt")."""
    own, most = FIELDS.index(summer), max(counts.values(), default=0)
    seats = sorted(counts, key=lambda seat: (seat <= dealer, seat))
    hands = [seat for turn in range(most) for seat in seats if turn < counts[seat]]
    return (FIELDS[own:] + FIELDS[:own]) * 3 + hands


def leaves(key: bytes, label: str, cards: Cards) -> list[bytes]:
    """Return the hashes of cards at their places ("Roots and openings")."""
    blinds = (digest(key, f"{label}/blind/{i}".encode(), "sha256") for i in range(len(cards)))
    return [sha256(f"leaf/{i}/{x}/".encode() + next(blinds)).digest() for i, x in enumerate(cards)]


def root(level: Sequence[bytes]) -> bytes:
    """Return the only hash of the highest level ("Roots and openings")."""
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [sha256(b"node/" + b"".join(p)).digest() if p[1:] else p[0] for p in pairs]
    return level[0]


def climb(size: int, place: int, card: str, blind: str, path: list[str], **_: object) -> str:
    """Return the root to which an opening leads in a list of that size ("Roots and openings")."""
    reached = sha256(f"leaf/{place}/{card}/".encode() + bytes.fromhex(blind)).digest()
    while size > 1:
        if place ^ 1 < size:  # else it goes up as it is
            pair = [bytes.fromhex(path.pop(0)), reached]
            reached = root(pair if place % 2 else pair[::-1])
        place, size = place // 2, (size + 1) // 2
    return "" if path else reached.hex()


if __name__ == "__main__":
    raise SystemExit(main())
