"""Compose actions from a menu, as a client does (docs/api.md, ACTIONS.md section 2)."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from tests.support.playing import SEASONS, Json, as_text

ABOUT = {"at", "least", "most", "season", "season_cards", "stockpile"}
"""Members of a template that do not go into the action."""


def composed(menu: Json, view: Json) -> Iterator[Json]:
    """Yield every action that a menu offers: its plays, and the actions its templates stand for.

    The conditions of some harvests depend on where items lie, which the view shows.
    """
    for play in menu["plays"]:
        cards = play["cards"]
        played = {"card": cards[0]} if len(cards) == 1 else {"cards": cards}
        base = played | {"field": play["field"]}
        found: list[Json] = [{"type": "sow"} | base] if play["sow"] else []
        for entry in play["harvest"]:
            harvest = {"type": "harvest"} | base
            if any(card[0] == "F" for card in cards):
                harvest["value"] = entry["value"]
            found += [harvest | {"take": take} for take in taken(entry, view)]
        found += [{"type": "stockpile"} | base | each for each in stockpiled(play["stockpile"])]
        yield from named(found, play)
    for template in (*menu["free"], *menu["answers"]):
        yield from filled(template)


def text_of(action: Json) -> str:
    """Return an action as text, its members and lists in one order."""
    ordered = {name: sorted(e) if isinstance(e, list) else e for name, e in action.items()}
    return as_text(sorted(ordered.items()))


def filled(template: Json) -> Iterator[Json]:
    """Yield the actions that a template stands for."""
    members = {name: each for name, each in template.items() if name not in ABOUT}
    if template["type"] == "name_season":
        members["season"] = template["season"]
    if "least" in template:
        sizes = range(template["least"], template["most"] + 1)
        for size in sizes:
            for cards in combinations(template["cards"], size):
                yield members | {"cards": list(cards)}
        return
    lists = {name: each for name, each in members.items() if isinstance(each, list)}
    found = [members | dict(zip(lists, each, strict=True)) for each in product(*lists.values())]
    if "stockpile" in template:
        found = [each | more for each in found for more in stockpiled(template["stockpile"])]
    yield from found if template["type"] == "name_season" else named(found, template)


def named(actions: Iterable[Json], told: Json) -> Iterator[Json]:
    """Yield the actions with the season, and the card that sets it, where these must be named."""
    season = told.get("season")
    ways: list[Json] = [{}]
    if season == "free":
        ways = [{"season": each} for each in SEASONS]
    elif season == "card":
        ways = [
            {"season_card": card} | more
            for card, free in told["season_cards"].items()
            for more in ([{"season": each} for each in SEASONS] if free else [{}])
        ]
    for action in actions:
        for way in ways:
            yield action | way


def stockpiled(entries: Iterable[Json]) -> Iterator[Json]:
    """Yield the value and the taken items of every stockpile."""
    for entry in entries:
        takes = {
            frozenset({*first, *more})
            for first in entry["with"]
            for more in disjoint(entry["beside"])
            if (first or more) and set(first).isdisjoint(more)
        }
        for take in takes:
            yield {"value": entry["value"], "take": sorted(take)}


def taken(entry: Json, view: Json) -> Iterator[list[str]]:
    """Yield every set of items that fulfils the conditions of a harvest."""
    most = entry.get("most")
    for take in {*disjoint(entry["groups"], most)}:
        if take and fulfils(entry, take, view):
            yield sorted(take)


def disjoint(groups: list[list[str]], most: int | None = None) -> Iterator[frozenset[str]]:
    """Yield every union of at most that many disjoint groups, the empty one first."""
    known = {frozenset[str]()}
    yield from known
    new = known
    for _ in range(len(groups) if most is None else most):
        new = {
            union | set(group) for union in new for group in groups if union.isdisjoint(group)
        } - known
        known = known | new
        yield from new


def fulfils(entry: Json, take: frozenset[str], view: Json) -> bool:
    """Return whether a set of items fulfils the condition `also` (see the table in docs/api.md)."""
    also = entry.get("also")
    own = {item for field in entry.get("also_fields", ()) for item in items_in(view, field)}
    if also == "R-LUM-COLLECTIVE":
        singles = {item for item in own if not multiple(view, item)}
        alone = [group[0] for group in entry["groups"] if len(group) == 1 and group[0] in singles]
        rest = [{*take} - {item} for item in alone if item in take]
        return any(left in {*map(frozenset, disjoint(entry["groups"]))} for left in rest)
    if also in {"R-LUM-BOAT", "R-LUM-UNIVERSE"} and own.isdisjoint(take):
        return False
    if also == "R-LUM-UNIVERSE" and view["options"]["universe_reach"] == "one":
        others = [field for field in view["fields"] if field not in entry["also_fields"]]
        return sum(not take.isdisjoint(items_in(view, field)) for field in others) <= 1
    return True


def items_in(view: Json, field: str) -> list[str]:
    """Return the name of each item of a field: its first card in deck order."""
    return [cards_of(item)[0] for item in view["fields"][field]]


def cards_of(item: object) -> list[str]:
    """Return all cards of an item of a view."""
    if isinstance(item, str):
        return [item]
    assert isinstance(item, dict)
    if "card" in item:
        return [item["card"]]
    (written,) = next(each for name, each in item.items() if name != "hidden")
    return [word for word in written.split() if word != "|"]


def multiple(view: Json, name: str) -> bool:
    """Return whether the item named by a card is a multiple stockpile."""
    items = [item for field in view["fields"].values() for item in field]
    return any(
        cards_of(item)[0] == name and isinstance(item, dict) and "|" in str([*item.values()])
        for item in items
    )
