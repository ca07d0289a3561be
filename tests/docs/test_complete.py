"""The pages name every setting, command, endpoint, problem and luminary."""

import json
import re
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import get_args

import pytest
from django.core.management import get_commands
from rest_framework.exceptions import AuthenticationFailed

from accounts.log_in.authentication import LogInUnfinished
from api.problems import Problem
from api.standard import INVALID, STANDARD
from config import urls  # noqa: F401 - imports the problems of all apps
from games.api.problems import TableProblem
from games.workers import timers
from illimat_core.decisions import Kind
from illimat_core.editions import CURRENT, EDITIONS
from illimat_core.options import Options
from leagues.api.problems import SeasonProblem
from notifications.kinds import KINDS
from tests.support.documents import PROJECT, text_of

pytestmark = pytest.mark.quick

OWN = ["accounts", "api", "config", "games", "leagues", "moderation", "notifications", "ratings"]
OWN += ["web"]
READ = re.compile(r'\benv\.read\(\s*"(\w+)"')
OF_CHANCE = {"deal", "reshuffle", "steal", "absent_spectator", "fields_season"}
REFUSED = re.compile(r'\b(?:Table|Season)Error\(\s*"(\w+)"')


def settings_read() -> Iterator[str]:
    for file in (PROJECT / "config" / "settings").glob("*.py"):
        yield from READ.findall(file.read_text())


def problem_codes() -> Iterator[str]:
    """Yield all problem codes: those by status, ours, and those of tables."""
    yield AuthenticationFailed.default_code
    yield LogInUnfinished.default_code
    yield INVALID.code
    yield from (said.code for said in STANDARD.values())
    for kind in set(Problem.__subclasses__()) - {TableProblem, SeasonProblem}:
        yield str(kind.default_code)
    for file in (*(PROJECT / "games").rglob("*.py"), *(PROJECT / "leagues").rglob("*.py")):
        yield from REFUSED.findall(file.read_text())


def endpoints() -> Iterator[str]:
    paths = json.loads((PROJECT / "openapi.json").read_text())["paths"]
    for path, operations in paths.items():
        short = re.sub(r"^(/api/v1|/_allauth/app/v1)", "", path).replace("{game_id}", "{id}")
        yield from (f"`{method.upper()} {short}`" for method in operations)


def test_the_page_names_each_look_without_an_etag() -> None:
    paths = json.loads((PROJECT / "openapi.json").read_text())["paths"]
    without = {
        f"`GET {path.removeprefix('/api/v1').replace('{game_id}', '{id}')}`"
        for path, operations in paths.items()
        if path.startswith("/api/")
        and "304" not in operations.get("get", {"responses": "304"})["responses"]
    }
    (told,) = re.findall(r"^No `ETag`: (.+)\.$", text_of("api.md"), re.M)
    assert set(told.split(", ")) == without


def own_commands() -> list[str]:
    return [name for name, app in get_commands().items() if app in OWN]


def words_of_do() -> list[str]:
    loader = SourceFileLoader("do", str(PROJECT / "do"))
    spec = spec_from_loader("do", loader)
    assert spec is not None
    script = module_from_spec(spec)
    loader.exec_module(script)
    return re.findall(r"^  (\w+)", script.USAGE, re.M)


@pytest.mark.parametrize("name", sorted({*settings_read(), "DJANGO_SETTINGS_MODULE"}))
def test_every_setting_is_told_to_the_operator(name: str) -> None:
    assert f"| `{name}` |" in text_of("operating.md")


FOR_DEVELOPERS = {"makemessages"}
ON_ONES_OWN_MACHINE = {"run"}


@pytest.mark.parametrize("name", own_commands())
def test_every_command_is_told_to_who_runs_it(name: str) -> None:
    if name in FOR_DEVELOPERS:
        assert f"manage.py {name}" in text_of("developing.md")
    else:
        program = "manage.py" if name in ON_ONES_OWN_MACHINE else "illimat"
        assert f"`{program} {name}" in text_of("operating.md")


def test_only_the_embedded_server_is_run_by_manage_py() -> None:
    told = set(re.findall(r"\bmanage\.py (\w+)`", text_of("operating.md")))
    assert told == ON_ONES_OWN_MACHINE


@pytest.mark.parametrize("endpoint", list(endpoints()))
def test_every_endpoint_is_told_to_the_client_author(endpoint: str) -> None:
    assert endpoint in text_of("api.md")


@pytest.mark.parametrize("code", sorted(set(problem_codes())))
def test_every_problem_is_told_to_the_client_author(code: str) -> None:
    assert f"`{code}`" in text_of("api.md")


def test_the_table_of_problems_has_the_known_codes_and_no_other() -> None:
    told = re.findall(r"^\| \d{3}[\d, ]* \| (.+?) \|", text_of("api.md"), re.M)
    document = json.loads((PROJECT / "openapi.json").read_text())
    known = document["components"]["schemas"]["KnownCode"]["enum"]
    assert sorted(re.findall(r"`(\w+)`", " ".join(told))) == known


@pytest.mark.parametrize("kind", timers.KINDS)
def test_every_kind_of_timer_is_told(kind: str) -> None:
    assert f"\n| `{kind}` |" in text_of("concepts/actors.md")
    for row in ("illimat_timers_oldest_seconds", "IllimatTimersLate"):
        (told,) = re.findall(rf"^\| `{row}` \|.+", text_of("operating.md"), re.M)
        assert f"`{kind}`" in told


def test_every_word_of_do_is_told_to_the_developer_in_the_same_order() -> None:
    told = re.findall(r"^\| `\./do (\w+)", text_of("developing.md"), re.M)
    assert list(dict.fromkeys(told)) == words_of_do()


@pytest.mark.parametrize("option", Options.__struct_fields__)
def test_every_option_of_a_game_is_explained(option: str) -> None:
    assert f"| `{option}` |" in text_of("rules/README.md")


@pytest.mark.parametrize("name", CURRENT.luminaries)
def test_every_luminary_is_named(name: str) -> None:
    assert f"`{name}`" in text_of("rules/README.md")


@pytest.mark.parametrize("kind", sorted(set(get_args(Kind)) - OF_CHANCE))
def test_every_kind_of_decision_is_told(kind: str) -> None:
    assert f"`{kind}`" in text_of("concepts/decisions.md")
    assert re.search(rf"`kind` one of `[^`]*\b{kind}\b", text_of("rules/ACTIONS.md"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_described(edition: str) -> None:
    assert edition in text_of("concepts/editions.md")


def rules_that_refuse() -> set[str]:
    """Return the rule ids that the core's code uses as values, leaving out comments."""
    sources = (PROJECT / "illimat_core").rglob("*.py")
    return {rule for file in sources for rule in re.findall(r'"(R-[A-Z0-9-]+)"', file.read_text())}


@pytest.mark.parametrize("rule", sorted(rules_that_refuse()))
def test_every_rule_that_refuses_is_explained(rule: str) -> None:
    assert re.search(rf"\b{rule}\b", text_of("rules/README.md"))


def test_every_kind_of_notice_is_explained() -> None:
    page = text_of("concepts/notifications.md")
    assert [key for key in KINDS if f"\n| `{key}` |" not in page] == [], (
        "Add a row to the kinds of docs/concepts/notifications.md."
    )
