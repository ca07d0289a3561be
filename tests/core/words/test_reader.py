"""Sentences about events call their reader *you*, in both languages, and begin with a capital."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from string import Formatter
from typing import Any, Final

import pytest

from illimat_core.events import ANY_EVENT, ShownEvent, read_shown, redact
from illimat_core.events.examples import EXAMPLES
from illimat_core.folding import fold
from illimat_core.messages import ENGLISH, GERMAN, LANGUAGES, YOU, Language, capitalize
from illimat_core.words.narration import address, narrate
from tests.golden.stream import read, read_manifest

NAMES: Final = ("qada", "qben", "qcleo", "qdan")
"""Handles that are no part of any other word."""
OF_SEATS: Final = {"seat", "dealer", "first", "owner", "to", "source", "other", "asked_by"}
OF_SEVERAL: Final = {"winners", "seats", "skipped"}
MISMATCHED: Final = {
    "en": re.compile(r"\byou (?:and \w+ )?\w+s\b|\byou's\b", re.IGNORECASE),
    "de": re.compile(
        r"(?<!und )\bdu (?:\w+(?<!s)t|sind)\b|\b(?:von|für|gegen) du\b", re.IGNORECASE
    ),
}
"""Verbs in the third person after the reader, and the reader in the wrong case."""
EVERY: Final = 20
"""Of the golden games, one in this many is told."""

by_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


@cache
def told_to(seat: int | None) -> list[tuple[ShownEvent, Sequence[str]]]:
    """Return events as a seat sees them, with the names of their game: golden ones, examples."""
    found: list[tuple[ShownEvent, Sequence[str]]] = []
    for golden in read_manifest()[::EVERY]:
        events = [line.event for line in read(golden.game)]
        names = NAMES[: fold(events[:1]).options.seats]
        found += [(redact(event, seat), names) for event in events]
    examples = [read_shown(EXAMPLES[kind.__name__]) for kind in ANY_EVENT]
    return found + [(example, NAMES[:3]) for example in examples]


@by_language
def test_no_sentence_names_its_reader(language: Language) -> None:
    addressed = 0
    for seat, own in enumerate(NAMES):
        for event, names in told_to(seat):
            plain = narrate(event, names, language.spelled) or ""
            told = narrate(event, address(names, seat), language.spelled) or ""
            assert own not in told.lower()
            assert (own in plain.lower()) is (plain != told)
            assert not MISMATCHED[language.code].search(told), told
            addressed += plain != told
    assert addressed > 300


@by_language
def test_every_sentence_begins_with_a_capital(language: Language) -> None:
    for viewer in (0, None):
        for event, names in told_to(viewer):
            for words in (language, language.spelled):
                told = narrate(event, address(names, viewer), words)
                assert not told or not told[0].islower()


@by_language
def test_a_spectator_reads_names(language: Language) -> None:
    assert list(address(NAMES, None)) == list(NAMES)
    told = [narrate(event, names, language) or "" for event, names in told_to(None)]
    assert not any(re.search(r"\b(you|your|du|dir|dich|deine?r?)\b", each, re.I) for each in told)


def sentences_about_seats(language: Language) -> Iterator[tuple[str, set[str]]]:
    """Yield the keys of the events' and analyses' messages, with the arguments that are seats."""
    for key, sentence in language.words.items():
        if key.startswith(("event.", "analysis.")):
            names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            if found := names & (OF_SEATS | OF_SEVERAL):
                yield key, found


@by_language
def test_each_message_has_a_form_for_its_reader(language: Language) -> None:
    for key, seats in sentences_about_seats(language):
        others = {name: _value(name, ["qben", "qcleo"], key) for name in seats} | _rest(
            language, key
        )
        for name in seats:
            given = others | {name: _value(name, [YOU, "qdan"], key)}
            told = capitalize(language.say(key, **given))
            assert re.search(r"\b(you|your|du|dir|dich|deine?r?)\b", told, re.I), key
            assert not MISMATCHED[language.code].search(told), told


def _value(name: str, names: list[Any], key: str) -> Any:
    several = name in OF_SEVERAL or (name == "first" and "Adjudicated" in key)
    nested = key == "event.RoundScored.points"
    return names if several or nested else names[0]


def _rest(language: Language, key: str) -> dict[str, Any]:
    """Return something for each argument of a message that is no seat."""
    given: dict[str, Any] = {
        "cards": ["5Wi"], "taken": ["3Au"], "groups": [["3Au"]], "fields": ["SW"], "by": "rake",
        "luminary": "rake", "card": "5Wi", "give": "5Wi", "take": "3Au", "season": "Winter",
        "count": 2, "points": 2, "score": 4, "days": 3, "value": 5, "round": 1, "field": "SW",
    }  # fmt: skip
    names = {name for _, name, _, _ in Formatter().parse(language.words[key]) if name}
    return {name: value for name, value in given.items() if name in names}


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            {"type": "HandDrawn", "seat": 0, "count": 3},
            "You draw 3 cards.",
            "Du ziehst 3 Karten.",
        ),
        (
            {"type": "CardGiven", "seat": 1, "to": 0, "card": "5Wi"},
            "Qben gives you 5Wi.",
            "Qben gibt dir 5Wi.",
        ),
        (
            {"type": "CardGiven", "seat": 0, "to": 1, "card": "5Wi"},
            "You give qben 5Wi.",
            "Du gibst qben 5Wi.",
        ),
        (
            {"type": "CardStolen", "seat": 1, "owner": 0},
            "Qben takes a card from your hand.",
            "Qben nimmt eine Karte aus deiner Hand.",
        ),
        (
            {"type": "OkusTaken", "seat": 1, "okus": 1, "source": 0},
            "Qben takes an okus from you.",
            "Qben nimmt einen Okus von dir.",
        ),
        (
            {"type": "CardSown", "seat": 0, "card": "10Wi", "field": "SW", "by": "rake"},
            "You sow 10Wi in SW, using the Rake.",
            "Durch den Wüstling säst du 10Wi in SW.",
        ),
        (
            EXAMPLES["RoundDealt"] | {"round": 2, "dealer": 1, "first": 0},
            "Qben deals round 2; you begin.",
            "Qben gibt die Karten für Runde 2; du beginnst.",
        ),
        (
            {"type": "TurnPassed", "seat": 1, "skipped": [0]},
            "You have no card to play.",
            "Du hast keine Karte zum Ausspielen.",
        ),
        (
            {"type": "TurnPassed", "seat": 2, "skipped": [0, 1]},
            "You and qben have no card to play.",
            "Du und qben habt keine Karte zum Ausspielen.",
        ),
        (
            {"type": "PassiveShown", "asked_by": 0, "seat": 1, "card": "5Wi"},
            "Asked by you, qben shows 5Wi.",
            "Auf deine Frage zeigt qben 5Wi vor.",
        ),
        (
            {"type": "SeatsMoved", "takes": [[0, 1], [1, 0]], "scores": True},
            "Harmonic Convergence: you get the hand and score of qben and qben gets your hand and "
            "score.",
            "Harmonische Konvergenz: Hand und Punkte von qben an dich und deine Hand und deine "
            "Punkte an qben.",
        ),
        (
            {"type": "ChosenCardsSown", "field": "SW", "sown": [[0, ["9Au"]], [1, ["2Sp"]]]},
            "Sown in SW: 9Au from you and 2Sp from qben.",
            "Gesät in SW: 9Au von dir und 2Sp von qben.",
        ),
        (
            {"type": "GameEnded", "winners": [0], "reason": "score"},
            "The game is over; you win.",
            "Die Partie ist zu Ende; du gewinnst.",
        ),
        (
            {"type": "GameEnded", "winners": [0, 1], "reason": "score"},
            "The game is over; you and qben share the win.",
            "Die Partie ist zu Ende; du und qben teilt euch den Sieg.",
        ),
        (
            {"type": "DecisionMissed", "seat": 0, "kind": "turn", "reason": "out_of_time"},
            "You are out of time.",
            "Deine Zeit ist abgelaufen.",
        ),
    ],
)  # fmt: skip
def test_an_event_is_told_to_whom_it_concerns(
    event: dict[str, Any], english: str, german: str
) -> None:
    shown = read_shown(event)
    assert narrate(shown, address(NAMES, 0), ENGLISH) == english
    assert narrate(shown, address(NAMES, 0), GERMAN) == german


def test_a_name_with_a_bar_is_written_whole() -> None:
    shown = read_shown({"type": "CardStolen", "seat": 0, "owner": 1})
    told = narrate(shown, address(["Ada", "B|C"], 0), GERMAN)
    assert told == "Du nimmst eine Karte aus der Hand von B|C."
