"""What the choices of a page are called."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from illimat_core.cards import Season
from illimat_core.events.luminaries import RedactedTuckedCardsTaken
from illimat_core.events.plays import RedactedHandDrawn
from illimat_core.messages import Language, capitalize
from illimat_core.views import AnnouncedEvent, Observation
from illimat_core.words.board import card_name, season_of_field
from illimat_core.words.narration import Names, narrate

VERBS: Final[dict[str, Callable[[], str]]] = {
    "harvest": lambda: gettext("Harvest"),
    "sow": lambda: gettext("Sow"),
    "stockpile": lambda: gettext("Stockpile"),
    "exchange": lambda: gettext("Exchange a card with the Changeling"),
    "rake_sow": lambda: gettext("Sow for the Rake"),
    "loom_stockpile": lambda: gettext("Stockpile with the Loom"),
    "turn_illimat": lambda: gettext("Turn the Illimat"),
    "name_season": lambda: gettext("Name a season"),
    "discard": lambda: gettext("Throw in cards"),
    "face_down": lambda: gettext("Lay cards face down"),
    "take_okus": lambda: gettext("Choose an okus"),
    "name_luminary": lambda: gettext("Name a luminary"),
    "pass": lambda: gettext("Pass"),
    "end_turn": lambda: gettext("End the turn"),
}


def verb_named(verb: str) -> str:
    return VERBS[verb]()


def free_named(verb: str, at: str, language: Language) -> str:
    """Return what an action is called, with the field of the luminary that allows it, if any."""
    if not at:
        return verb_named(verb)
    field = language.form("field", at)
    return gettext("{action}, in {field}").format(action=verb_named(verb), field=field)


BUTTONS: Final[dict[str, Callable[[], str]]] = VERBS | {
    "sow": lambda: gettext("Sow: {card} into {field}"),
    "stockpile": lambda: gettext("Make a stockpile of {value}"),
    "loom_stockpile": lambda: gettext("Make a stockpile of {value} with the Loom"),
    "exchange": lambda: gettext("Exchange"),
    "rake_sow": lambda: gettext("Sow for the Rake: {card}"),
    "turn_illimat": lambda: gettext("Turn the Illimat: Summer in {summer}"),
    "name_season": lambda: gettext("Name {season}"),
    "discard": lambda: gettext("Throw in {number}"),
    "face_down": lambda: gettext("Lay down {number}"),
    "take_okus": lambda: gettext("Take it from: {place}"),
    "name_luminary": lambda: gettext("Name {luminary}"),
}
"""What the buttons say that do an action."""


def button(action: dict[str, Any], names: Sequence[str], cards: int, language: Language) -> str:
    """Return what the button says that does an action; `cards` are taken or chosen."""
    if action["type"] == "harvest":
        said = ngettext("Harvest {number} card", "Harvest {number} cards", cards)
        return said.format(number=cards)
    if action["type"] == "discard" and not cards:
        return gettext("Keep all")
    forms: dict[str, Callable[[Any], str]] = {
        "card": lambda card: card_name(card, language),
        "season": lambda season: language.form("season", season),
        "field": lambda field: language.form("field", field),
        "summer": lambda field: language.form("field", field),
        "luminary": lambda luminary: language.form("luminary", luminary),
        "from": lambda place: place_named(str(place), names),
    }
    words = {name: forms[name](each) if name in forms else each for name, each in action.items()}
    place = words.pop("from", "")
    return BUTTONS[action["type"]]().format(number=cards, place=place, **words)


def pick_named(verb: str, pick: str, names: Sequence[str], language: Language) -> str:
    """Return what a seat, luminary or season to choose is called."""
    if verb == "name_season":
        return language.form("season", pick)
    if verb == "name_luminary":
        return capitalize(language.form("luminary", pick))
    return place_named(pick, names)


def still_open(acts: Sequence[str], *, ends: bool, language: Language) -> str:
    """Return what may still be done in a turn; `ends` says whether it may also be ended."""
    told = gettext("Still open this turn: {acts}.").format(acts=language.form("or", acts))
    return " ".join([told, *([gettext("Or end it.")] if ends else [])])


def place_named(place: str, names: Sequence[str]) -> str:
    """Return a place at which an okus lies."""
    return names[int(place)] if place.isdigit() else gettext("the Illimat")


def lead(verb: str, cards: Sequence[str], field: str, *, prompt: str, language: Language) -> str:
    """Return what is asked now: the question of the decision, or what goes on from a choice."""
    played = language.form("and", [card_name(card, language) for card in cards]) if cards else ""
    if verb in {"discard", "face_down"} or not (played or verb):
        return prompt
    if not played:
        return verb_named(verb)
    if field:
        return gettext("{cards} in {field}").format(
            cards=played, field=language.form("field", field)
        )
    if verb in {"rake_sow", "loom_stockpile", "exchange"}:
        return f"{verb_named(verb)}: {played}"
    return gettext("Play {cards} where?").format(cards=played)


def unmet(value: int, left: int, *, chosen: bool) -> str:
    """Return what is missing from items that are to make a value; `left` is what they make yet."""
    if not chosen:
        return gettext("Choose cards that make {value}.").format(value=value)
    if left > value:
        return gettext("{left} is more than {value}.").format(left=left, value=value)
    if left:
        return gettext("{left} is not {value} yet.").format(left=left, value=value)
    return gettext("This is not a harvest yet.")


def nothing_to_repeat(act: str) -> str:
    """Return why the Echo allows nothing but to pass; `act` is what might be repeated."""
    if act == "harvest":
        return gettext("You can only pass: no card of yours can harvest in another field.")
    if act == "stockpile":
        return gettext("You can only pass: no card of yours can make a stockpile in another field.")
    return gettext("You can only pass: no card of yours can be sown in another field.")


def too_hard() -> str:
    """Return why an action is refused that takes too long to check."""
    return gettext("Checking these cards takes too long. Take fewer at once.")


def together(last: str, number: int) -> str:
    """Return what the button says that sends `number` actions at once; `last` is what it does."""
    if number == 1:
        return last
    return gettext("Play all {number}: {last}").format(number=number, last=last)


def why_not(verb: str, view: Observation, field: str, *, closed: bool, values: str) -> str:
    """Return why a main play is not possible in a field."""
    if closed and _season_forbids(verb, view, field):
        return _NOT_IN[season_of_field(view, field)]()
    if closed:
        return gettext("not allowed here now")
    if verb == "harvest":
        return gettext("nothing here makes {values}").format(values=values)
    if verb == "stockpile":
        return gettext("no card left to take it with")
    return gettext("not with this card")


_NOT_IN: Final[dict[Season, Callable[[], str]]] = {
    "Spring": lambda: gettext("not in Spring"),
    "Summer": lambda: gettext("not in Summer"),
    "Autumn": lambda: gettext("not in Autumn"),
    "Winter": lambda: gettext("not in Winter"),
}
_FORBIDDEN: Final = {"Spring": "stockpile", "Autumn": "sow", "Winter": "harvest"}


def _season_forbids(verb: str, view: Observation, field: str) -> bool:
    return _FORBIDDEN.get(season_of_field(view, field)) == verb


def describe_announced(event: AnnouncedEvent, names: Names, language: Language) -> str:
    """Return a sentence about the event at which a preview stops."""
    count = event.count or 0
    if event.type == "TuckedCardsTaken" and isinstance(event.seat, int) and event.field:
        taken = RedactedTuckedCardsTaken(seat=event.seat, field=event.field, count=count)
        return narrate(taken, names, language) or ""
    if event.type == "HandDrawn" and isinstance(event.seat, int):
        drawn = RedactedHandDrawn(seat=event.seat, count=count)
        return narrate(drawn, names, language) or ""
    if event.type == "FieldSeeded" and event.field:
        return ngettext(
            "{number} new card is laid into {field}.",
            "{number} new cards are laid into {field}.",
            count,
        ).format(number=count, field=language.form("field", event.field))
    if event.type == "LuminaryRevealed" and event.field:
        field = language.form("field", event.field)
        return gettext("The luminary in {field} wakes.").format(field=field)
    if event.type == "RoundScored":
        return gettext("The round ends and is scored.")
    return gettext("What happens next is not known yet.")
