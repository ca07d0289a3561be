"""Names of leagues, seasons and teams: what is accepted, which are the same, what is shown."""

# ruff: noqa: RUF001 - such names are what is tested

import unicodedata
from importlib import import_module
from typing import Any, Final

import msgspec
import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from leagues.isolation import begin, fill, isolate, join
from leagues.models import Entrant, League, Season
from leagues.notices.kinds.season import letter_about
from leagues.spelling import KEY_LENGTH, NAME_LENGTH, name_key, read_name, show_name
from leagues.stream import store
from leagues.stream.events import SeasonDeclared
from tests.support.api_seasons import LEAGUES, ApiSeason, declaration, make_league
from tests.support.pages import body, browser_of
from tests.support.people import Person, problem
from tests.support.played_seasons import PlayedSeason, people_named

NAMES: Final = st.text(st.characters(codec="utf-8"), max_size=NAME_LENGTH) | st.text(
    "aक्बß😀🏽 ↔\n\u200b\u200c\u200d\u202e\u3164\ufe0f", max_size=12
)
HIDDEN: Final = {"Cc", "Cf", "Zl", "Zp"}
TURNED: Final = "\u202eSpr\u200bing\n\u2067now"
SHOWN: Final = "Spring now"
MIGRATION: Final = "0004_league_name_keys"
LARGEST_KEY: Final = 2700  # bytes in an index of PostgreSQL


def refusal_of(typed: str) -> ValidationError:
    with pytest.raises(ValidationError) as raised:
        read_name(typed)
    return raised.value


@pytest.mark.parametrize(
    "typed",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "👩🏽\u200d💻",
        "🏳\ufe0f\u200d🌈",
        "🙂\u200d↔\ufe0f",
        "שלום",
        "?",
    ],
)
def test_names_of_all_languages_and_of_emoji_stay_as_they_are(typed: str) -> None:
    assert read_name(typed) == typed


def test_spaces_of_any_kind_become_one() -> None:
    assert read_name(" The \N{NO-BREAK SPACE}\N{EM SPACE}Cups ") == "The Cups"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("Cu\u200bps", "U+200B"),
        ("Cups\u202e", "U+202E"),
        ("The\nCups", "U+000A"),
        ("The\u2028Cups", "U+2028"),
        ("Cups\u200d", "U+200D"),
        ("\u200cCups", "U+200C"),
        ("7\u200d7", "U+200D"),
        ("a\u200d\u200db", "U+200D"),
        ("The \u2066 Cups", "U+2066"),
    ],
)
def test_a_refusal_says_which_character_to_leave_out(typed: str, code: str) -> None:
    refused = refusal_of(typed)
    assert (refused.code, f"such as {code}." in refused.message) == ("name_hidden", True)


@pytest.mark.parametrize(
    "typed", ["", " ", "\u200b", "\u3164", "\u2800\u2800", "\u115f\u1160\uffa0", "\u0301", "\ue000"]
)
def test_a_name_needs_something_to_be_seen(typed: str) -> None:
    assert refusal_of(typed).code == "name_unseen"


@given(NAMES)
def test_what_is_shown_can_be_typed_or_is_nothing(stored: str) -> None:
    shown = show_name(stored)
    assert shown == "" or read_name(shown) == shown


@given(NAMES)
def test_what_is_shown_has_no_hidden_character_but_joiners(stored: str) -> None:
    shown = set(show_name(stored)) - {"\u200c", "\u200d"}
    assert HIDDEN.isdisjoint(map(unicodedata.category, shown))


@given(NAMES, st.integers(0, NAME_LENGTH), st.sampled_from("\u200b\u200c\u200d\u202e\u3164\ufe0f"))
def test_what_cannot_be_seen_makes_no_other_name(name: str, at: int, unseen: str) -> None:
    assert name_key(name[:at] + unseen + name[at:]) == name_key(name)


@given(NAMES)
def test_case_and_compatible_characters_make_no_other_name(name: str) -> None:
    assert name_key(name.casefold()) == name_key(name)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert name_key(unicodedata.normalize(form, name)) == name_key(name)


def test_the_keys_of_the_longest_names_fit_in_the_column_and_its_index() -> None:
    keys = [name_key(chr(each)) for each in range(0x110000) if not 0xD800 <= each < 0xE000]
    assert max(map(len, keys)) * NAME_LENGTH <= KEY_LENGTH
    assert max(len(each.encode()) for each in keys) * NAME_LENGTH <= LARGEST_KEY


def test_sentences_isolate_names_in_html_only() -> None:
    said = fill("{a} & {b}", a=isolate("<i>"), b=1)
    both = join(", ", [said, "x"])
    assert both == "<i> & 1, x"
    assert both.__html__() == "<bdi>&lt;i&gt;</bdi> &amp; 1, x"


def test_sentences_begin_with_a_capital_also_in_an_isolated_name() -> None:
    said = begin(fill("{who} & co.", who=isolate("ben")))
    assert (said, said.html) == ("Ben & co.", "<bdi>Ben</bdi> &amp; co.")
    assert begin(fill("{who}: one.", who="ben")).html == "Ben: one."
    assert begin(fill("{who}", who=isolate("<i>"))).html == "<bdi>&lt;i&gt;</bdi>"


@pytest.mark.django_db
class TestTyping:
    """Leagues, seasons and teams get their names."""

    def test_each_refuses_what_cannot_be_seen(self, ada: Person, bob: Person) -> None:
        season = ApiSeason(ada, partners=True, options={"mode": "teams"})
        entered = {"partner": "bob", "team": TURNED}
        league = f"{LEAGUES}/{season.league}"
        for refused in (
            ada.post(LEAGUES, {"name": TURNED}),
            ada.client.patch(league, {"name": TURNED}),
            ada.post(f"{league}/seasons", declaration() | {"name": TURNED}),
            ada.post(f"{season.path}/entrants", entered),
        ):
            assert problem(refused) == (422, "invalid")
            assert [each["code"] for each in refused.json()["errors"]] == ["name_hidden"]

    def test_long_names_are_refused_as_too_long(self, ada: Person) -> None:
        refused = ada.post(LEAGUES, {"name": "a\u200b" * NAME_LENGTH})
        assert [each["code"] for each in refused.json()["errors"]] == ["max_length"]

    def test_names_that_differ_in_writing_only_are_taken(self, ada: Person, bob: Person) -> None:
        make_league(ada, "Straße\u0301 می\u200cخ")
        his = make_league(bob, "Swords")
        same = "ＳＴＲＡＳＳÉ  میخ"
        for refused in (
            bob.post(LEAGUES, {"name": same}),
            bob.client.patch(f"{LEAGUES}/{his}", {"name": same}),
        ):
            assert refused.json()["errors"][0]["code"] == "name_taken"

    def test_an_older_name_that_a_form_sends_again_stays_as_it_is_stored(self, ada: Person) -> None:
        league = make_league(ada)
        League.objects.filter(pk=league).update(name=TURNED, name_key=None)
        make_league(ada, SHOWN)
        changed = ada.client.patch(f"{LEAGUES}/{league}", {"name": SHOWN, "about": "New."})
        assert (changed.status_code, changed.json()["name"]) == (200, SHOWN)
        assert League.objects.filter(pk=league, name=TURNED, about="New.").exists()


@pytest.fixture
def people(db: None) -> list[User]:
    return people_named("ada", "bob")


@pytest.fixture
def older(people: list[User]) -> PlayedSeason:
    """Return a season whose names, and its league's and a team's, are older than the rule."""
    played = PlayedSeason([people], at_table=2, format="round_robin")
    ada, bob = played.divisions[0]
    (over,) = played.pair((ada, bob))
    played.finish((over, (31, 24)))
    League.objects.update(name=f"{TURNED} league")
    Season.objects.update(name=f"{TURNED} season")
    Entrant.objects.filter(pk=ada).update(team=f"{TURNED} <team>")
    return played


@pytest.mark.django_db
class TestOlderNames:
    """Names from before the rule."""

    def test_pages_show_and_isolate_them(self, older: PlayedSeason, people: list[User]) -> None:
        reader, season = browser_of(people[0]), f"/seasons/{older.season.pk}"
        ada, fixture = older.divisions[0][0], older.season.fixtures.get()
        pages = {
            path: body(reader.get(path))
            for path in (
                "/leagues/",
                f"/leagues/{older.league.pk}",
                f"/people/{people[0].handle}/seasons",
                season,
                f"{season}/rules",
                f"{season}/entrants",
                f"{season}/entrants/{ada}",
                f"{season}/tables/{fixture.pk}",
                f"{season}/rulings",
            )
        }
        for page in pages.values():
            assert not {"\u202e", "\u200b", "\u2067"} & {*page}
            assert f"<bdi>{SHOWN} " in page
            assert "bdi" not in page[page.index("<title>") : page.index("</title>")]
        team = f"<bdi>{SHOWN} &lt;team&gt;</bdi>"
        assert f"1. {team} (31), 2. bob (24)" in pages[season]
        assert f">{team}, bob</a>" in pages[season] or f"{team}, bob:" in pages[season]

    def test_the_api_and_exports_show_them(self, older: PlayedSeason, people: list[User]) -> None:
        reader = browser_of(people[0])
        season = f"/api/v1/seasons/{older.season.pk}"
        paths = ("", "/standings", "/fixtures", "/entrants", "/crosstable", "/export.csv")
        for path in (*(season + each for each in paths), "/api/v1/players/ada/seasons"):
            answer = reader.get(path)
            assert answer.status_code == 200
            text = answer.content.decode()
            assert not {"\u202e", "\u200b", "\u2067"} & {*text}
            assert "\\u202e" not in text
            assert "bdi" not in text

    def test_letters_show_and_isolate_them(self, older: PlayedSeason) -> None:
        letter = letter_about(Season.objects.get(), "news")
        assert letter.company == f"{SHOWN} league, {SHOWN} season"
        assert letter.subject.__html__() == (  # type: ignore[attr-defined]
            f"Illimat in <bdi>{SHOWN} league</bdi>, <bdi>{SHOWN} season</bdi>: news"
        )

    def test_one_in_which_nothing_can_be_seen_is_shown_by_a_sign(self, client: Client) -> None:
        league = League.objects.create(name="\u200b")
        assert "<h1><bdi>?</bdi></h1>" in body(client.get(f"/leagues/{league.pk}"))

    def test_saving_a_league_does_not_rewrite_its_name(self) -> None:
        League.objects.create(name=TURNED)
        League.objects.get().save()
        assert League.objects.filter(name=TURNED).exists()

    def test_rows_of_a_season_with_such_a_name_are_what_its_events_say(self) -> None:
        played = PlayedSeason([people_named("ada", "bob")])
        declared = next(store.read(played.season.pk)).event
        assert isinstance(declared, SeasonDeclared)
        played.append(msgspec.structs.replace(declared, name=TURNED))
        assert Season.objects.get().name == SHOWN
        assert store.differences(played.season) == []
        assert Season.objects.filter(name=TURNED).exists()

    def test_the_oldest_league_of_a_name_keeps_it(self) -> None:
        first, second, unseen = (
            League.objects.create(name=name) for name in ("Cups", "Ｃups", "\u200b")
        )
        migration = import_module(f"leagues.migrations.{MIGRATION}")
        then = MigrationLoader(connection).project_state(("leagues", MIGRATION))
        migration.store_keys(then.apps, None)
        keys: dict[Any, Any] = dict(League.objects.values_list("pk", "name_key"))
        assert keys == {first.pk: "cups", second.pk: None, unseen.pk: None}
        assert str(League.objects.get(pk=second.pk)) == "Ｃups"


@pytest.mark.django_db
def test_on_the_way_back_names_are_numbered_that_another_league_has() -> None:
    for name, access in (("Ｃups", "link"), ("CUPS", "invitation"), ("Cups", "public")):
        League.objects.create(name=name, name_key=name_key(name), access=access)
    import_module("leagues.migrations.0010_public_names").number_names(apps, None)
    found = set(League.objects.values_list("access", "name", "name_key"))
    assert found == {
        ("public", "Cups", "cups"),
        ("link", "Ｃups (2)", "cups (2)"),
        ("invitation", "CUPS (3)", "cups (3)"),
    }
