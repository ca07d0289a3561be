"""Clients play whole games: two generated from openapi.json, one written from the documents."""

import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from demo.mail import MailFolder
from demo.people import PASSWORD, Person
from demo.server import Server
from tests.support.programs import PROJECT, Embedded, run
from tests.support.public_server import sign_up

HERE = Path(__file__).parent
TOOLS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Embedded]:
    found = Embedded(
        tmp_path_factory.mktemp("server"), migrated, DJANGO_SETTINGS_MODULE="tests.e2e.embedded"
    )
    found.start()
    yield found
    found.kill()


@pytest.fixture(scope="module")
def two(server: Embedded) -> list[Person]:
    return sign_up([Server(server.url)] * 2, MailFolder(server.mail))


PLAYED = ["beginner", "four3", "teams", "solitaire", "four_solo"]
"""One game of each mode, as the client calls them; spectators are asked in `four3`."""


@pytest.mark.thorough
def test_a_client_written_from_the_documents_plays_every_mode_without_a_refusal(
    server: Embedded, tmp_path: Path
) -> None:
    client = str(HERE / "from_documents" / "client.py")
    arguments = [server.url, str(server.mail), "--seed", "1", "--mode", *PLAYED]
    said = run(tmp_path, sys.executable, client, *arguments).splitlines()
    printed = [line for line in said if not line.startswith("  waiting")]  # the server was busy
    assert [line.partition(" ")[0] for line in printed[:-1]] == PLAYED
    assert f"'finished': {len(PLAYED)}" in printed[-1]
    assert "refus" not in "".join(printed).lower()


@pytest.fixture(scope="module")
def typescript(npm_path: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a TypeScript client with its generated types, `api.d.ts`."""
    client = tmp_path_factory.mktemp("typescript") / "client"
    shutil.copytree(HERE / "typescript", client)
    shutil.copy(PROJECT / "openapi.json", client)
    run(client, npm_path, "ci", "--no-audit", "--no-fund", "--prefer-offline")
    run(client, npm_path, "run", "generate")
    return client


@pytest.mark.thorough
def test_a_typescript_client_compiles_and_wrong_uses_do_not(
    npm_path: str, typescript: Path
) -> None:
    """`wrong.ts` expects an error at each wrong use, and tsc complains where there is none."""
    run(typescript, npm_path, "run", "check")


@pytest.mark.thorough
def test_a_typescript_client_plays_a_game(
    server: Embedded, two: list[Person], npm_path: str, typescript: Path
) -> None:
    run(typescript, npm_path, "run", "check")
    played(two, run(typescript, "node", "built/play.js", given=task(server, two)))


OPEN_TYPES = re.compile(r"\b(unknown|any|never>)[;\[|]")
OPEN = {
    "$defs",  # there are none either
    "components.schemas.EmptyRequest",  # a body without members
    "components.schemas.EventDescription.members.[key: string].[key: string]",  # JSON schemas
    "components.schemas.Meta.options.[key: string].[key: string]",  # JSON schemas
}
"""The members whose type is open in TypeScript, too."""


@pytest.mark.thorough
def test_a_typescript_client_knows_the_type_of_every_member(typescript: Path) -> None:
    declared = set(open_members((typescript / "api.d.ts").read_text()))
    of_headers = {path for path in declared if path.endswith(".headers.[name: string]")}
    assert of_headers  # openapi-typescript leaves the headers of every response open
    assert declared - of_headers == OPEN


def open_members(types: str) -> Iterator[str]:
    """Yield the path of each member with an open type in a generated file."""
    path: list[str] = []
    for line in re.sub(r"/\*.*?\*/", "", types, flags=re.DOTALL).splitlines():
        depth = (len(line) - len(line.lstrip())) // 4
        name = re.match(r"\s*(?:export (?:interface|type) )?(\[.*?\]|[^\s:?={]+)", line)
        if name:
            path[depth:] = [name[1].strip('"')]
            if OPEN_TYPES.search(line):
                yield ".".join(path)


GENERATOR: Final = """\
post_hooks: []  # formatting generated code is useless
content_type_overrides:  # the generator knows no pictures
  image/png: application/octet-stream
  image/svg+xml: application/octet-stream
"""


@pytest.mark.thorough
def test_a_python_client_plays_a_game(server: Embedded, two: list[Person], tmp_path: Path) -> None:
    shutil.copy(HERE / "python" / "play.py", tmp_path)
    document = ["--path", str(PROJECT / "openapi.json")]
    package = ["--output-path", "illimat_client", "--meta", "none"]
    config = tmp_path / "generator.yaml"
    config.write_text(GENERATOR)
    generate = ["generate", *document, *package, "--config", config.name, "--fail-on-warning"]
    run(tmp_path, str(TOOLS / "openapi-python-client"), *generate)
    # What the generator wrote tells mypy its types; its own style is not ours to judge.
    run(tmp_path, str(TOOLS / "mypy"), "--strict", "--follow-imports=silent", "play.py")
    played(two, run(tmp_path, sys.executable, "play.py", given=task(server, two)))


def task(server: Embedded, people: list[Person]) -> str:
    known = [{"email": person.address, "password": PASSWORD} for person in people]
    return json.dumps({"url": server.url, "people": known})


def played(people: list[Person], printed: str) -> None:
    """Check that the server has the game that the client reports."""
    told: Mapping[str, Any] = json.loads(printed)
    game = people[0].get(f"/api/v1/games/{told['id']}")
    assert told == {
        **{name: game[name] for name in ("id", "state", "winners", "version")},
        "actions": told["actions"],
    }
    assert game["state"] == "finished"
    assert told["actions"] >= 20
