"""German reads well: articles and cases, lists, numbers, the names of cards and luminaries."""

import re
from string import Formatter
from typing import Any, Final

import pytest

from illimat_core.cards import LUMINARIES
from illimat_core.decider import advance, read
from illimat_core.events import read_shown, redact
from illimat_core.messages import ENGLISH, GERMAN, Language
from illimat_core.messages.language import FIELD_ARGUMENTS
from illimat_core.observation import observe
from illimat_core.positions.loading import load
from illimat_core.rules.sources import SeededSource
from illimat_core.words.board import board_text, card_name
from illimat_core.words.narration import narrate
from tests.core.terminal import call, play
from tests.golden import stream
from tests.golden.stream import read_manifest

NAMES: Final = ("Ada", "Bea")
SAME: Final = {"season.Winter", "field.SW", "field.NW"}
"""The only words that both languages share."""
POSITION: Final[dict[str, Any]] = {
    "options": {
        "luminaries": ["echo", "astronomer", "loom", "maiden"],
        "stars": "always",
        "rounds": 1,
    },
    "summer": "SW",
    "luminaries": {"SW": "echo"},
    "hands": {"0": ["5Wi", "FSu", "QAu"], "1": ["KSu", "9Wi"]},
    "fields": {"SW": ["3Au", "2Wi"], "NW": ["KSt", "FWi"], "SE": ["4Su"]},
    "draw": ["4Sp", "5Sp"],
    "okuses": {"board": 1},
}
PLAYED: Final[list[tuple[int, dict[str, Any]]]] = [
    (0, {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["3Au", "2Wi"]}),
    (0, {"type": "harvest", "card": "FSu", "value": 1, "field": "NW", "take": ["FWi"]}),
    (1, {"type": "stockpile", "card": "9Wi", "field": "SE", "value": 13, "take": ["4Su"]}),
    (0, {"type": "sow", "card": "QAu", "field": "SE"}),
    (1, {"type": "harvest", "card": "KSu", "field": "SE", "take": ["4Su"]}),
    (0, {"type": "sow", "card": "4Sp", "field": "NW"}),
    (0, {"type": "sow", "card": "5Sp", "field": "NW"}),
]
TOLD: Final = """\
Ada erntet die 3 des Herbstes und die 2 des Winters in SW mit der 5 des Winters.
Ada räumt SW ab.
Durch das Echo erntet Ada den Narren des Winters in NW mit dem Narren des Sommers.
Das Illimat dreht sich: In NW ist jetzt Sommer.
Ada zieht die 4 des Frühlings und die 5 des Frühlings.
Ada nimmt einen Okus.
Ada gewinnt das Echo.
Bea legt in SO mit der 9 des Winters einen Vorrat im Wert von 13 an: die 4 des Sommers und die 9 des Winters.
Ada sät die Königin des Herbstes in SO.
Das Illimat dreht sich: In SW ist jetzt Sommer.
Bea erntet die 4 des Sommers und die 9 des Winters in SO mit dem König des Sommers.
Das Illimat dreht sich: In SO ist jetzt Sommer.
Ada sät die 4 des Frühlings in NW.
Bea hat keine Karte zum Ausspielen.
Ada sät die 5 des Frühlings in NW.
Wertung von Runde 1: Ada +6 auf 6, Bea +2 auf 2; Rekordernte für Ada; Sonnenkuss für Bea; Frostbiss für Ada.
Die Partie ist zu Ende; Ada gewinnt.
"""  # noqa: E501 - a sentence is a line


def told(event: dict[str, Any]) -> str | None:
    return narrate(read_shown(event), NAMES, GERMAN.spelled)


def test_a_game_is_told_in_german() -> None:
    state = load(POSITION)
    story = []
    for seat, action in PLAYED:
        state, events = advance(state, seat, read(state, seat, action), SeededSource(b"german"))
        shown = [narrate(redact(event, 0), NAMES, GERMAN.spelled) for event in events]
        story += [sentence for sentence in shown if sentence]
    assert state.over
    assert "\n".join(story) + "\n" == TOLD


def test_no_sentence_was_left_in_english() -> None:
    alike = {
        key
        for key, sentence in GERMAN.words.items()
        if sentence == ENGLISH.words[key]
        if any(letter.isalpha() for text, *_ in Formatter().parse(sentence) for letter in text)
    }
    assert alike == SAME


def test_every_form_is_used() -> None:
    named = {
        form
        for sentence in GERMAN.words.values()
        for _, name, form, _ in Formatter().parse(sentence)
        if name and form
    }
    assert GERMAN.forms.keys() - named == {"card name", "field"}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"type": "CardsExchanged", "seat": 0, "field": "SW", "give": "FSp", "take": "NSt"},
            "Ada tauscht den Narren des Frühlings gegen den Ritter der Sterne in SW.",
        ),
        (
            {"type": "CardsHarvested", "seat": 1, "field": "SW", "value": 13, "cards": ["KAu"],
             "take": ["QSu", "FWi"], "taken": ["QSu", "FWi"], "reach": ["NE"]},
            "Bea erntet die Königin des Sommers und den Narren des Winters in SW und NO "
            "mit dem König des Herbstes.",
        ),
        (
            {"type": "LuminaryClaimed", "seat": 1, "field": "SW", "luminary": "astronomer"},
            "Bea gewinnt den Astronomen.",
        ),
        (
            {"type": "LuminaryClaimed", "seat": 1, "field": "SW", "luminary": "children"},
            "Bea gewinnt die Kinder.",
        ),
        (
            {"type": "CardSown", "seat": 0, "card": "10Wi", "field": "SW", "by": "rake"},
            "Durch den Wüstling sät Ada die 10 des Winters in SW.",
        ),
        ({"type": "TurnPassed", "seat": 0, "skipped": [0, 1]},
         "Ada und Bea haben keine Karte zum Ausspielen."),
        ({"type": "HandDrawn", "seat": 1, "count": 1}, "Bea zieht 1 Karte."),
        ({"type": "OutageCredited", "since": 0, "lasted": 3900, "reason": "outage"},
         "Der Server war 1:05 Stunden lang ausgefallen; alle Uhren standen still."),
    ],
)  # fmt: skip
def test_an_event_is_a_german_sentence(event: dict[str, Any], sentence: str) -> None:
    assert told(event) == sentence


FIELDS_IN: Final = {
    key: arguments
    for key, sentence in GERMAN.words.items()
    if (arguments := {name for _, name, *_ in Formatter().parse(sentence) if name})
    & FIELD_ARGUMENTS
}
"""The messages with a field among their arguments."""
ENGLISH_FIELD: Final = re.compile(r"\b(NE|SE)\b")


@pytest.mark.parametrize("key", FIELDS_IN)
def test_every_sentence_names_fields_in_german(key: str) -> None:
    silent = dict.fromkeys(GERMAN.forms, lambda *_: "")
    kept = {name: GERMAN.forms[name] for name in ("field", "and", "or")}
    language = Language("de", GERMAN.words, silent | kept, {})
    fields = {"field": "NE", "summer": "SE", "fields": ["NE"]}
    said = language.say(key, **{name: fields.get(name, [""]) for name in FIELDS_IN[key]})
    assert re.search(r"\b(NO|SO)\b", said)
    assert not ENGLISH_FIELD.search(said)


def test_golden_games_name_fields_in_german() -> None:
    named = set()
    for golden in read_manifest()[::10]:
        events = [line.event for line in stream.read(golden.game)]
        for event, state in zip(events, stream.states(events), strict=True):
            names = [str(seat) for seat in state.seats]
            sentence = narrate(redact(event, 0), names, GERMAN) or ""
            assert not ENGLISH_FIELD.search(sentence)
            named |= {word for word in ("NW", "NO", "SW", "SO") if f" {word}" in sentence}
        board = board_text(observe(state, 0), names, 0, GERMAN)
        assert re.findall(r"\| ([NS]\w) ", board) == ["NW", "NO", "SW", "SO"]
    assert len(named) == 4


def test_a_player_named_like_a_field_keeps_the_name() -> None:
    event = read_shown({"type": "FieldCleared", "seat": 0, "field": "NE"})
    assert narrate(event, ["SE", "NE"], GERMAN) == "SE räumt NO ab."


def test_the_terminal_names_fields_in_german_and_understands_both_names() -> None:
    said = play("sow KSp no\nboard\n", "--language", "de", "--seed", "ab")
    assert "    2  sow KSp NO\n" in said
    assert "Du säst KSp in NO." in said
    assert "Du säst KSp in NO." in play("sow KSp NE\n", "--language", "de", "--seed", "ab")
    assert not ENGLISH_FIELD.search(said)


@pytest.mark.parametrize(
    ("code", "name"), [("FSp", "Narr des Frühlings"), ("10Au", "10 des Herbstes"),
                       ("QSt", "Königin der Sterne")],
)  # fmt: skip
def test_a_card_has_a_german_name(code: str, name: str) -> None:
    assert card_name(code, GERMAN) == name


def test_the_terminal_tells_the_groups_of_a_stockpile_by_codes() -> None:
    state = load(POSITION)
    for seat, action in PLAYED[:3]:
        state, events = advance(state, seat, read(state, seat, action), SeededSource(b"german"))
    told = [narrate(redact(event, 0), NAMES, GERMAN) for event in events]
    assert "Bea legt in SO mit 9Wi einen Vorrat im Wert von 13 an: 4Su + 9Wi." in told


def test_piles_are_told_card_by_card() -> None:
    piles = GERMAN.form("spelled piles", [["2Wi", "FSp"], ["NAu"]])
    assert piles == "2 des Winters + Narr des Frühlings; Ritter des Herbstes"


def test_every_luminary_has_an_article() -> None:
    articles = {GERMAN.say(f"{luminary}.name").split()[0] for luminary in LUMINARIES}
    assert articles == {"der", "die", "das"}


def test_numbers_are_written_as_in_german() -> None:
    assert GERMAN.say("level.budget", most=10_000) == "Wähle ein Budget von 1 bis 10.000."
    assert "um 2,5 Punkte besser" in GERMAN.say("advice.ahead", points="2.5")


def test_the_terminal_speaks_german() -> None:
    said = play("help Waldkönigin\nhelp der Fluss\nforfeit\nyes\nforfeit\nja\n", "--language", "de")
    assert "> Die Waldkönigin. Im Spiel: Das Illimat dreht sich unter keinen Umständen." in said
    assert "> Der Fluss. Beim Aufdecken: Drei weitere Karten" in said
    assert "> Du spielst weiter.\n" in said
    assert "Die Partie ist zu Ende; Platz 1 gewinnt." in said


def test_the_same_deal_again_is_in_the_same_language() -> None:
    assert play("", "--language", "de").endswith(
        "noch einmal: python -m illimat_core play --language de --seed ab\n"
    )


def test_options_are_refused_in_german() -> None:
    code, _, complaint = call("", "--language", "de", "--players", "1")
    assert (code, complaint) == (2, "--players: Der Modus standard ist für 2 bis 4 Personen.\n")


def test_a_language_that_is_missing_is_refused() -> None:
    code, _, complaint = call("", "--language", "tlh")
    assert code == 2
    assert "invalid choice: 'tlh'" in complaint
