"""A client for Illimat by correspondence, written from its documents alone.

It signs people up, has them play whole games at random, composes every action from the menu in
`GET /games/{id}`, and counts the refusals: there should be none. `--mode four2 four2` plays twice.
"""

import argparse
import json
import random
import re
import secrets
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Person = tuple[str, str]  # handle and session token
ABOUT = {"at", "least", "most", "season", "season_cards", "stockpile", "cards"}
CARD = re.compile(r"\b(?:10|[F2-9NQK])(?:Sp|Su|Au|Wi|St)\b")
CODE = re.compile(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", re.MULTILINE)
WEIGHTS = {"pass": 1, "end_turn": 1, "sow": 2, "stockpile": 3, "harvest": 12}
SHORT: Json = {"luminaries": "all", "passive_card": "on_request", "rounds": 1}
FOUR: Json = SHORT | {"luminaries": 4}  # stands for four that are drawn at random
MODES: dict[str, Json] = {
    "standard2": SHORT | {"players": 2, "audience": "sow"},
    "standard3": SHORT | {"players": 3, "audience": "spectator"},
    "standard4": SHORT | {"players": 4, "audience": "sow"},
    "beginner": {"mode": "beginner", "players": 2, "passive_card": "on_request", "rounds": 1},
    "teams": SHORT | {"mode": "teams", "audience": "spectator"},
    "solitaire": {"mode": "solitaire", "passive_card": "on_request"},
    "solo_fields": SHORT | {"mode": "solo_fields", "audience": "sow"},
    "four2": FOUR | {"players": 2, "stars": "always", "perfect_crime": "return"},
    "four3": FOUR | {"players": 3, "audience": "spectator", "universe_reach": "one"},
    "four4": FOUR | {"players": 4, "harmonic_convergence": "pass_hands", "no_repeats": True},
    "one_set": FOUR | {"players": 2, "harvest": "single_set", "full_harvest": True},
    "four_solo": FOUR | {"mode": "solo_fields", "audience": "spectator", "stars": "always"},
}


def ask(how: str, token: str = "", body: Json | None = None, may_fail: bool = False) -> Json:
    """Return the answer to a request such as `GET http://…`, retried when the server says so."""
    method, address = how.split()
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    headers |= {"X-Session-Token": token} if token else {}
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = urllib.request.Request(address, data, headers, method=method)  # noqa: S310 - ours
        try:
            with urllib.request.urlopen(request, timeout=120) as good:  # noqa: S310 - likewise
                found: Json = json.load(good)
                return found
        except urllib.error.HTTPError as error:
            answer: Json = json.load(error)
            wait = error.headers["Retry-After"]
            if error.code in (429, 503) and wait is not None:
                print(f"  waiting {wait} s to {how}: {answer}", flush=True)
                time.sleep(float(wait))
            elif may_fail:
                return answer
            else:
                sys.exit(f"{how}: {error.code} {answer}")


def sign_up(base: str, mails: Path) -> Person:
    """Sign somebody up and prove the address with the mailed code."""
    name, auth = "cli_" + secrets.token_hex(4), base + "/_allauth/app/v1/auth"
    body = {"email": f"{name}@example.org", "username": name, "password": secrets.token_urlsafe(16)}
    token = ask(f"POST {auth}/signup", "", body, may_fail=True)["meta"]["session_token"]
    while not (found := list(mails.glob(f"*{name}*.eml"))):
        time.sleep(0.5)
    code = CODE.findall(found[0].read_text())[0]
    return name, ask(f"POST {auth}/email/verify", token, {"key": code})["meta"]["session_token"]


class Composer:
    """Puts an action together from what somebody sees of a game, at random."""

    def __init__(self, rng: random.Random, game: Json) -> None:
        self.rng, self.options, self.menu = rng, game["options"], game["menu"]
        self.where: dict[str, str] = {}  # card: the field it lies in
        self.item: dict[str, list[str]] = {}  # card: all cards of its item
        self.locked: set[str] = set()  # cards in multiple stockpiles
        for name, items in game["view"]["fields"].items():
            for text in map(json.dumps, items):
                cards = CARD.findall(text)
                self.where |= dict.fromkeys(cards, name)
                self.item |= dict.fromkeys(cards, cards)
                self.locked |= set(cards) if "|" in text else set()

    def shuffled(self, things: list[Any]) -> list[Any]:
        """Return the same things in any order."""
        return self.rng.sample(things, len(things))

    def action(self) -> Json:
        """Choose a kind of action first, so that all come up, and rather what takes something."""
        kinds: dict[str, list[Json]] = {}
        for play in self.menu["plays"]:
            made = [{"type": "sow"}] if play["sow"] else []
            made += [one for entry in play["harvest"] for one in self.harvests(play, entry)]
            made += [{"type": "stockpile"} | one for one in self.piles(play["stockpile"])]
            cards = self.shuffled(play["cards"])
            member: Json = {"cards": cards} if len(cards) > 1 else {"card": cards[0]}
            for one in made:
                whole = one | member | {"field": play["field"]} | self.season(play)
                kinds.setdefault(one["type"], []).append(whole)
        for one in filter(None, map(self.filled, self.menu["free"] + self.menu["answers"])):
            kinds.setdefault(one["type"], []).append(one)
        weights = [WEIGHTS.get(kind, 6) for kind in kinds]
        return self.rng.choice(kinds[self.rng.choices(list(kinds), weights)[0]])

    def season(self, play: Json) -> Json:
        """Return the members about the season that a play or a template needs."""
        made, need = {}, play["season"]
        if need == "card":
            made["season_card"], need = self.rng.choice(list(play["season_cards"].items()))
        season = self.rng.choice(["Spring", "Summer", "Autumn", "Winter"])
        return made | ({"season": season} if need == "free" else {})

    def joined(self, start: list[str], groups: list[list[str]], more: int) -> list[list[str]]:
        """Return the start and some of the groups, such that no two share an item."""
        chosen = [start]
        for group in self.shuffled(groups):
            if len(chosen) <= more and not set(group) & {item for one in chosen for item in one}:
                chosen.append(group)
        return chosen

    def named(self, groups: list[list[str]]) -> list[str]:
        """Return a `take`: each item of the groups by any of its cards, in any order."""
        return self.shuffled([self.rng.choice(self.item[i]) for group in groups for i in group])

    def harvests(self, play: Json, entry: Json) -> Iterator[Json]:
        """One harvest of an entry that keeps to its terms; none if we find none."""
        for group in self.shuffled(entry["groups"]):
            for more in (self.rng.choice([1, 2, 99]), 1, 1, 0):
                chosen = self.joined(group, entry["groups"], min(more, entry.get("most", 99) - 1))
                if self.fits(chosen, entry):
                    fool = any(card[0] == "F" for card in play["cards"])
                    value = {"value": entry["value"]} if fool else {}
                    yield {"type": "harvest", "take": self.named(chosen)} | value
                    return

    def fits(self, groups: list[list[str]], entry: Json) -> bool:
        """Whether groups fulfil what `also` asks for."""
        fields = set(entry.get("also_fields", []))
        lie_in = {self.where[item] for group in groups for item in group}
        reach = 1 if self.options["universe_reach"] == "one" else 3
        match entry.get("also"):
            case "R-LUM-BOAT" | "R-LUM-UNIVERSE":
                return bool(lie_in & fields) and len(lie_in - fields) <= reach
            case "R-LUM-COLLECTIVE":
                singles = [group[0] for group in groups if len(group) == 1]
                return any(self.where[i] in fields and i not in self.locked for i in singles)
            case _:
                return True

    def piles(self, entries: list[Json]) -> Iterator[Json]:
        """`value` and `take` of one stockpile for each entry that lists any."""
        for entry in entries:
            for start in self.shuffled(entry["with"])[:1]:
                more = self.rng.choice([0, 1, 99] if start else [1, 99])
                if take := self.named(self.joined(start, entry["beside"], more)):
                    yield {"value": entry["value"], "take": take}

    def filled(self, template: Json) -> Json:
        """Return an action of a template; empty if the menu was cut before it lists any."""
        made = {name: self.rng.choice(value) if isinstance(value, list) else value
                for name, value in template.items() if name not in ABOUT}  # fmt: skip
        if "cards" in template:
            number = self.rng.randint(template["least"], template["most"])
            made["cards"] = self.rng.sample(template["cards"], number)
        if template["type"] == "name_season":
            made["season"] = self.rng.choice(template["season"])
        elif "season" in template:
            made |= self.season(template)
        piles = list(self.piles(template["stockpile"])) if "stockpile" in template else [{}]
        return made | self.rng.choice(piles) if piles else {}


def play(base: str, people: list[Person], options: Json, rng: random.Random) -> Counter[str]:
    """Make a table, fill it and play to the end, the last one watching; what was done, counted."""
    done, tokens = Counter[str](), dict(people)
    body: Json = {"options": options, "visibility": "public"}
    game = ask(f"POST {base}/api/v1/games", people[0][1], body)
    path = f"{base}/api/v1/games/{game['id']}"
    for _, token in people[1 : game["seats"]]:
        game = ask(f"POST {path}/seats", token, {})
    at = {one["seat"]: tokens[one["handle"]] for one in game["players"] if one["handle"]}
    at[None] = people[-1][1]
    awaited: list[int | None] = game["awaited"]
    while awaited and done["refusals"] < 20:
        seat = rng.choice(awaited)
        game = ask(f"GET {path}", at[seat])
        if game["may_ask"] and rng.random() < 0.4:
            action: Json = {"type": "ask_passive", "of": rng.choice(game["may_ask"])}
        else:
            action = Composer(rng, game).action()
        body = {"expected_version": game["version"], "action": action}
        answer = ask(f"POST {path}/actions", at[seat], body, may_fail=True)
        done.update(["actions", action["type"]])
        if "code" in answer:
            done["refusals"] += 1
            print(f"  REFUSED {action} {answer} {game}", flush=True)
        after = answer if "decisions" in answer else game
        awaited = [one["seat"] for one in after["decisions"]]
    done[ask(f"GET {path}", at[None])["state"]] += 1
    return done


def main() -> None:
    """Sign up, play every mode, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", metavar="BASE_URL")
    parser.add_argument("mails", type=Path, metavar="MAIL_FOLDER")
    parser.add_argument("--mode", nargs="*", choices=sorted(MODES), default=list(MODES))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    base, total = given.base.rstrip("/"), Counter[str]()
    people = [sign_up(base, given.mails) for _ in range(5)]
    names = [one["luminary"] for one in ask(f"GET {base}/api/v1/meta")["luminaries"]]
    for mode in given.mode:
        seed = f"{given.seed} {mode} {total['actions']}"
        rng, options = random.Random(seed), dict(MODES[mode])  # noqa: S311 - nobody bets on it
        if options.get("luminaries") == 4:
            stars = options.get("stars") == "always" or options.get("players") == 4
            options["luminaries"] = rng.sample([n for n in names if stars or n != "astronomer"], 4)
        done = play(base, rng.sample(people, 5), options, rng)
        total += done
        print(mode, dict(done), flush=True)
    print(f"in all: {dict(sorted(total.items()))}")


if __name__ == "__main__":
    main()
