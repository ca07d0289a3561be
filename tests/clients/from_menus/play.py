"""Plays whole games with actions put together from the menu alone.

Written from docs/api.md and openapi.json. Reads where the server is, who plays and with which
options from standard input, and prints how each game ended. Whatever the server refuses ends the
program.
"""

import json
import random
import re
import sys
from typing import Any
from uuid import uuid4

import httpx

Json = dict[str, Any]
Group = list[str]

GREED = 0.7
"""How often it harvests where it can, so that fields are cleared and luminaries come up."""
SEASONS = ["Spring", "Summer", "Autumn", "Winter"]
NOT_IN_AN_ACTION = {"at", "least", "most", "season", "season_cards", "stockpile"}
CARD = re.compile(r"\b(?:[F2-9NQK]|10)(?:Sp|Su|Au|Wi|St)\b")


def choose(game: Json, dice: random.Random) -> Json:
    """Return any action that the menu of a game offers."""
    menu = game["menu"]
    offers: list[tuple[str, Json, Json]] = []
    for play in menu["plays"]:
        offers += [("sow", play, {})] if play["sow"] else []
        offers += [(kind, play, each) for kind in ("harvest", "stockpile") for each in play[kind]]
    offers += [("template", each, {}) for each in menu["free"] + menu["answers"]]
    dice.shuffle(offers)
    if dice.random() < GREED:
        offers.sort(key=lambda offer: offer[0] != "harvest")
    for kind, told, entry in offers:
        action = (
            from_template(told, dice)
            if kind == "template"
            else from_play(kind, told, entry, game, dice)
        )
        if action:
            return action
    raise ValueError(f"Nothing can be put together from {menu}.")


def from_play(kind: str, play: Json, entry: Json, game: Json, dice: random.Random) -> Json:
    """Return a sow, harvest or stockpile; nothing where its groups were cut."""
    cards = play["cards"]
    action: Json = {"type": kind, "field": play["field"]} | seasons(play, dice)
    action |= {"card": cards[0]} if len(cards) == 1 else {"cards": cards}
    if kind == "sow":
        return action
    if kind == "stockpile":
        return with_take(action | {"value": entry["value"]}, stockpile_take(entry, dice))
    if any(card.startswith("F") for card in cards):
        action["value"] = entry["value"]
    return with_take(action, harvest_take(entry, game, dice))


def with_take(action: Json, take: Group) -> Json:
    """Return an action that takes something; nothing if there is nothing to take."""
    return action | {"take": take} if take else {}


def from_template(template: Json, dice: random.Random) -> Json:
    """Return an action that a template stands for; nothing where its groups were cut."""
    action = {name: each for name, each in template.items() if name not in NOT_IN_AN_ACTION}
    for name, each in action.items():
        if name == "cards":
            action[name] = dice.sample(each, dice.randint(template["least"], template["most"]))
        elif isinstance(each, list):
            action[name] = dice.choice(each)
    if template["type"] == "name_season":
        return action | {"season": dice.choice(template["season"])}
    if "stockpile" in template:
        entry = dice.choice(template["stockpile"])
        action |= {"value": entry["value"]} | seasons(template, dice)
        return with_take(action, stockpile_take(entry, dice))
    return action | seasons(template, dice)


def seasons(told: Json, dice: random.Random) -> Json:
    """Return what must be said about the season."""
    needed, found = told.get("season"), {}
    if needed == "card":
        card = dice.choice(list(told["season_cards"]))
        found["season_card"] = card
        needed = told["season_cards"][card]
    if needed == "free":
        found["season"] = dice.choice(SEASONS)
    return found


def stockpile_take(entry: Json, dice: random.Random) -> Group:
    """Return one of `with`, and any of `beside` that share no item; one item at least."""
    if not entry["with"]:
        return []
    first = dice.choice(entry["with"])
    if not first and entry["beside"]:  # the card alone, beside something
        first = dice.choice(entry["beside"])
    return more(first, entry["beside"], dice)


def harvest_take(entry: Json, game: Json, dice: random.Random) -> Group:
    """Return groups put together that fulfil the terms, if there are any."""
    also, groups = entry.get("also"), entry["groups"]
    board = Board(game["view"], entry.get("also_fields", []))
    first = [group for group in groups if board.may_be_first(also, group)]
    if also == "R-LUM-UNIVERSE" and game["options"]["universe_reach"] == "one":
        first = [group for group in first if len(board.others(group)) <= 1]
        groups = []
    if entry.get("most") == 1:
        groups = []
    return more(dice.choice(first), groups, dice) if first else []


def more(take: Group, groups: list[Group], dice: random.Random) -> Group:
    """Return what is taken, and most of the groups that share no item with it."""
    for group in dice.sample(groups, len(groups)):
        if dice.random() < 0.8 and not {*group} & {*take}:
            take = [*take, *group]
    return take


class Board:
    """Where items lie, as a view tells it."""

    def __init__(self, view: Json, concerned: list[str]) -> None:
        self.concerned = concerned
        self.field_of: dict[str, str] = {}
        self.multiple: set[str] = set()
        for field, items in view["fields"].items():
            for item in items:
                cards = CARD.findall(json.dumps(item))
                self.field_of |= dict.fromkeys(cards, field)
                self.multiple |= {*cards} if "|" in json.dumps(item) else set()

    def may_be_first(self, also: str | None, group: Group) -> bool:
        """Whether a take that begins with a group fulfils its terms, whatever group follows."""
        concerned = [card for card in group if self.field_of[card] in self.concerned]
        if also in {"R-LUM-BOAT", "R-LUM-UNIVERSE"}:
            return bool(concerned)
        if also == "R-LUM-COLLECTIVE":
            return len(group) == 1 and bool(concerned) and group[0] not in self.multiple
        return True

    def others(self, group: Group) -> set[str]:
        """Return the fields outside of those concerned that the items of a group lie in."""
        return {self.field_of[card] for card in group} - {*self.concerned}


class Person:
    """Somebody who has an account."""

    def __init__(self, url: str, email: str, password: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=60)
        credentials = {"email": email, "password": password}
        session = self.send("POST", "/_allauth/app/v1/auth/login", credentials)
        self.client.headers["X-Session-Token"] = session["meta"]["session_token"]

    def send(self, method: str, path: str, body: Json | None = None, key: str = "") -> Json:
        """Send a request and return the answer; whatever is refused ends the program."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = self.client.request(method, path, json=body, headers=headers)
        if answer.is_error:
            sys.exit(f"{method} {path} {json.dumps(body)}\n{answer.text}")
        found: Json = answer.json()
        return found


def play(people: list[Person], options: Json, dice: random.Random) -> Json:
    """Play a game to its end. Who finds no seat watches it, and answers when that is asked for."""
    host = people[0]
    game = host.send("POST", "/api/v1/games", {"options": options, "visibility": "link"})
    path = f"/api/v1/games/{game['id']}"
    mode, seated = game["options"]["mode"], game["options"]["players"]
    for guest in people[1:seated]:
        guest.send("POST", f"{path}/seats", {})
    seats = {person.send("GET", path)["you"]["seat"]: person for person in people[: seated + 1]}
    awaited, actions = host.send("GET", path)["awaited"], 0
    while awaited:
        person = seats[awaited[0]]
        game = person.send("GET", path)
        body = {"expected_version": game["version"], "action": choose(game, dice)}
        played = person.send("POST", f"{path}/actions", body, key=str(uuid4()))
        awaited = [decision["seat"] for decision in played["decisions"]]
        actions += 1
    state = host.send("GET", path)["state"]
    return {"id": game["id"], "mode": mode, "state": state, "actions": actions}


def main() -> None:
    """Do what standard input says."""
    task = json.load(sys.stdin)
    dice = random.Random(task["seed"])  # noqa: S311 - nobody gains by guessing it
    people = [Person(task["url"], **person) for person in task["people"]]
    print(json.dumps([play(people, options, dice) for options in task["options"]]))


if __name__ == "__main__":
    main()
