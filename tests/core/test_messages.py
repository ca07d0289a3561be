"""All texts of the core for people are in the catalogue, in every language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, Final, get_type_hints

import pytest

from illimat_core.cards import DECK, FIELDS, LUMINARIES, SEASONS, FieldId
from illimat_core.decider import advance, begin, decide, read, settle_chance
from illimat_core.editions import CURRENT
from illimat_core.errors import RuleError
from illimat_core.events import BY_NAME, redact
from illimat_core.folding import fold
from illimat_core.messages import ENGLISH, LANGUAGES, Language, Message, english, language_of
from illimat_core.messages.language import FIELD_ARGUMENTS
from illimat_core.modes import MODES
from illimat_core.observation import decisions, observe
from illimat_core.offers.listing import legal_actions
from illimat_core.offers.menus import menu
from illimat_core.options import Options
from illimat_core.positions.loading import load
from illimat_core.rules.sources import SeededSource
from illimat_core.state import State
from illimat_core.words.board import board_text, item_words, key_text
from illimat_core.words.descriptions import (
    explain_luminary,
    luminary_short,
    prompt,
    questions,
)
from illimat_core.words.narration import narrate
from tests.support.wordless import WORDLESS, words_in

pytestmark = pytest.mark.quick

CORE: Final = Path(__file__).parents[2] / "illimat_core"
FILES: Final = [path for path in sorted(CORE.rglob("*.py")) if path.parent.name != "messages"]
FIRST: Final = {"TypedInputError", "Message", "malformed", "say", "_say"}
"""What takes a key first."""
SECOND: Final = {"RuleError", "OptionsError", "ReadingError"}
"""What takes a key after the rule or the member at fault."""
RECORDED: Final = {"owed", "prompt", "opening", "refusal"}
"""Members of records that are keys."""
AUTHORS: Final = {
    "ArgumentTypeError", "AssertionError", "FailureError", "PositionError", "ScenarioError",
    "TypeError", "UnknownEventError", "ValueError",
}  # fmt: skip
"""Errors for authors of positions, scenarios and clients, who read English."""
OCCASIONS: Final = ("name", "short", "in_play", "on_reveal", "on_claim")
NAMES: Final = ("1", "2", "3", "4")


def fields_of(sentence: str) -> dict[str, set[str]]:
    """Return the arguments that a sentence names, each with its forms.

    Words for readers and others, with a bar between them, are no form.
    """
    found: dict[str, set[str]] = {}
    for _, name, form, _ in Formatter().parse(sentence):
        if name is not None:
            found.setdefault(name, set()).add("" if "|" in str(form) else form or "")
    return found


def name_of(node: ast.expr) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def key_pattern(node: ast.expr) -> str | None:
    """Return a pattern for the keys that an expression yields; None if it yields no text."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            return "".join(key_pattern(part) or r"\w+" for part in parts)
        case _:
            return None


def uses(tree: ast.AST) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the keys that a module uses, as patterns, with the arguments that it passes.

    The arguments are None if the call does not list them.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        place = 0 if name_of(node.func) in FIRST else 1
        if name_of(node.func) in FIRST | SECOND and len(node.args) > place:
            pattern = key_pattern(node.args[place])
            if pattern is not None:
                yield pattern, arguments(node)
        for keyword in node.keywords:
            if keyword.arg in RECORDED and (pattern := key_pattern(keyword.value)):
                yield pattern, None


def arguments(call: ast.Call) -> set[str] | None:
    """Return the names of the arguments that a call passes to a message."""
    if name_of(call.func) == "Message":
        given = call.args[1]
        keys = given.keys if isinstance(given, ast.Dict) else [None]
        return {k.value for k in keys if isinstance(k, ast.Constant)} if all(keys) else None  # type: ignore[misc]
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else {name for name in names if name}


USED: Final = {path: list(uses(ast.parse(path.read_text("utf-8")))) for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORE)))
def test_every_key_that_is_used_is_in_the_catalogue_with_its_arguments(path: Path) -> None:
    for pattern, given in USED[path]:
        keys = [key for key in ENGLISH.words if re.fullmatch(pattern, key)]
        assert keys, pattern
        if given is not None:
            wanting = [key for key in keys if not fields_of(ENGLISH.words[key]).keys() <= given]
            assert wanting == []


def test_an_unknown_language_is_answered_in_english() -> None:
    assert language_of("tlh") is ENGLISH


def test_a_key_is_used_for_one_message_only() -> None:
    with pytest.raises(ValueError, match=r"in use already: rake\.name\."):
        english({"rake.name": "another Rake"})


def test_every_key_of_the_catalogue_is_used() -> None:
    texts = {
        node.value
        for path in (*CORE.rglob("*.py"), *(CORE.parent / "games").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if not is_definition(path, node)
    }
    patterns = [pattern for found in USED.values() for pattern, _ in found]
    named = {f"{luminary}.{occasion}" for luminary in LUMINARIES for occasion in OCCASIONS}
    named |= {f"season.{season}" for season in SEASONS}
    named |= {rules.title for rules in MODES.values()}
    named |= {f"{kind}.{code}" for kind, codes in NAMED_BY_CODE for code in codes}
    told = {key for key in ENGLISH.words if is_told(key, texts)}
    unused = [
        key
        for key in ENGLISH.words.keys() - texts - named - told
        if not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert unused == []


NAMED_BY_CODE: Final = (
    ("rank", "FNQK"),
    ("suit", ("Sp", "Su", "Au", "Wi", "St")),
    ("occasion", OCCASIONS[2:]),
)


def is_told(key: str, texts: set[str]) -> bool:
    """Return whether a key belongs to an event, and its variant is used."""
    first, *rest = key.split(".")
    return first == "event" and rest[0] in BY_NAME and set(rest[1:]) <= texts


DEFINITIONS: Final[dict[Path, set[tuple[int, int]]]] = {}


def is_definition(path: Path, node: ast.Constant) -> bool:
    """Return whether a text is the key or the sentence in a message's definition."""
    if path not in DEFINITIONS:
        DEFINITIONS[path] = {
            (text.lineno, text.col_offset)
            for table in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(table, ast.Dict)
            for text in table.keys
            if isinstance(text, ast.Constant) and text.value in ENGLISH.words
        }
    return (node.lineno, node.col_offset) in DEFINITIONS[path]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORE)))
def test_no_sentence_is_raised_that_is_not_in_the_catalogue(path: Path) -> None:
    raised = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        if name_of(node.exc.func) not in AUTHORS
        if any(" " in text for text in constants(node.exc))
    ]
    assert raised == []


def constants(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def test_a_sentence_and_a_missing_argument_are_noticed() -> None:
    tree = ast.parse("raise RuleError('R-CARD-4', 'card.not_in_hand', cards=card)")
    ((pattern, given),) = uses(tree)
    assert re.fullmatch(pattern, "card.not_in_hand")
    assert given is not None
    assert not fields_of(ENGLISH.words["card.not_in_hand"]).keys() <= given
    assert list(constants(ast.parse("raise RuleError('R-CARD-4', f'{card} is gone.')")))[1] == (
        " is gone."
    )


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_a_language_has_every_message_with_its_arguments_and_forms(language: Language) -> None:
    assert language.words.keys() == ENGLISH.words.keys()
    for key, sentence in language.words.items():
        assert fields_of(sentence).keys() == fields_of(ENGLISH.words[key]).keys(), key
        forms = set().union(*fields_of(sentence).values()) - {""}
        assert forms <= language.forms.keys(), key


@pytest.mark.parametrize("name", BY_NAME)
def test_every_member_of_an_event_that_is_a_field_is_named_in_the_language_of_the_reader(
    name: str,
) -> None:
    members = get_type_hints(BY_NAME[name], include_extras=False)
    fields = {member for member, kind in members.items() if str(FieldId) in str(kind)}
    for key, sentence in ENGLISH.words.items():
        if key.split(".")[:2] == ["event", name]:
            assert fields_of(sentence).keys() & fields <= FIELD_ARGUMENTS, key


def test_every_form_of_english_is_used() -> None:
    named = [forms for text in ENGLISH.words.values() for forms in fields_of(text).values()]
    assert ENGLISH.forms.keys() - set().union(*named) == {"card name", "field"}


def test_a_key_is_defined_once() -> None:
    with pytest.raises(ValueError, match=r"rake\.name"):
        english({"rake.name": "the Hoe"})
    assert ENGLISH.say("rake.name") == "the Rake"


def test_every_luminary_has_a_name() -> None:
    assert all(ENGLISH.say(f"{name}.name") for name in CURRENT.luminaries)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_each_luminary_is_described_in_half_a_line(language: Language) -> None:
    for name in CURRENT.luminaries:
        assert 0 < len(luminary_short(name, language)) <= 66


@pytest.mark.parametrize("options", [{"players": 4, "luminaries": "all"}, {"mode": "solo_fields"}])
def test_nothing_that_is_said_in_a_game_escapes_the_catalogue(options: dict[str, Any]) -> None:
    source = SeededSource(b"words")
    events = begin(Options(**({"players": 1} | options), rounds=1))
    state, events = settle_chance(fold(events), events, source)
    refused = 0
    while not state.over:
        seat = state.awaited[0]
        actions = list(legal_actions(state, seat))
        for refusal in filter(None, (refused_by(state, seat, wrong) for wrong in WRONG)):
            refused += 1
            assert words_in(WORDLESS.tell(refusal)) == []
        for asked in decisions(state):
            assert words_in(prompt(asked.kind, WORDLESS)) == []
        view = observe(state, seat)
        assert words_in(board_text(view, NAMES[: state.options.seats], seat, WORDLESS)) == []
        items = [item for field in view.fields.values() for item in field]
        assert words_in(" ".join(item_words(item, WORDLESS) for item in items)) == []
        state, more = advance(state, seat, actions[len(events) * 7 % len(actions)], source)
        events += more
    told = NAMES[: state.options.seats]
    for event in events:
        for viewer in (0, None):
            shown = redact(event, viewer)
            assert words_in(narrate(shown, told, WORDLESS) or "") == []
            spelled = narrate(shown, told, WORDLESS.spelled) or ""
            assert re.findall("[A-Za-z]+", spelled) == []
    assert refused > 100


def refused_by(state: State, seat: int | None, action: dict[str, Any]) -> Message | None:
    """Return the message that refuses an action; None if it is legal."""
    try:
        decide(state, seat, read(state, seat, action))
    except RuleError as refusal:
        return refusal.message
    return None


WRONG: Final[list[dict[str, Any]]] = [
    *({"type": "sow", "card": card, "field": at} for card in DECK[::5] for at in FIELDS),
    *({"type": "harvest", "card": card, "field": "SW", "take": ["2Sp"]} for card in DECK[::4]),
    {"type": "stockpile", "card": "2Sp", "field": "SW", "value": 5, "take": []},
    {"type": "exchange", "give": "2Sp", "take": "3Sp"},
    {"type": "rake_sow", "card": "2Sp"},
    {"type": "end_turn"},
    {"type": "ask_passive", "of": 0},
]


def test_descriptions_and_questions_do_not_escape_the_catalogue() -> None:
    for luminary in LUMINARIES:
        described = explain_luminary(luminary, WORDLESS)
        assert words_in(described.name + described.lines) == []
    assert all(not words_in(question.prompt) for question in questions(language=WORDLESS))
    assert words_in(key_text(WORDLESS)) == []


@pytest.mark.parametrize(
    ("luminary", "options"),
    [
        ("boat", {}),
        ("universe", {"universe_reach": "one"}),
        ("collective", {}),
        ("maiden", {"harvest": "single_set"}),
    ],
)
def test_conditions_of_a_harvest_are_said_in_the_language_of_the_menu(
    luminary: str, options: dict[str, Any]
) -> None:
    position = {
        "options": options,
        "luminaries": {"SW": luminary},
        "hands": {"0": ["9Sp", "5Wi", "4Wi"], "1": ["KAu"]},
        "fields": {"SW": ["9Su"]},
        "summer": "SE",
    }
    offered = menu(load(position), 0, WORDLESS)
    assert offered
    entries = [entry for play in offered.plays for entry in play.harvest]
    said = [entry.also_text for entry in entries if isinstance(entry.also_text, str)]
    assert said
    assert [words_in(text) for text in said] == [[]] * len(said)
