"""Generate the reference page from the records of events, decisions, luminaries and options.

``python -m tests.docs.reference`` updates it; a test fails if it is out of date.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.outputs.events import EventDescription, describe_events
from illimat_core.messages import ENGLISH
from illimat_core.options import Options
from illimat_core.words.descriptions import OCCASIONS, describe_luminaries, questions

PAGE = Path(__file__).parents[2] / "docs" / "reference.md"
HEAD = """# Reference for client authors

Events, decisions, luminaries and options, one by one. `GET /meta` has the same as data, and the \
OpenAPI document the same as schemas. How they belong together is in [Writing a client](api.md).

This page is made of the program's own records: `.venv/bin/python -m tests.docs.reference` writes \
it anew.
"""


def page() -> str:
    parts = [HEAD, *_events(), *_decisions(), *_luminaries(), *_options()]
    return "\n".join(parts)


def _events() -> Iterator[str]:
    yield "## Events\n\nA member that you may not see is left out of an event.\n"
    for event in describe_events():
        yield from _event(event)


def _event(event: EventDescription) -> Iterator[str]:
    yield f"### {event.type}\n\n{event.meaning}\n"
    yield "| member | type | meaning |\n|---|---|---|"
    for name, member in event.members.items():
        yield f"| `{name}` | {_type(member)} | {member['description']} |"
    yield f"\n```json\n{json.dumps(event.example)}\n```\n"


def _decisions() -> Iterator[str]:
    yield "## Decisions\n\n| kind | what is asked | actions that answer it |\n|---|---|---|"
    for question in questions():
        answers = ", ".join(f"`{answer}`" for answer in question.answers)
        yield f"| `{question.kind}` | {question.prompt} | {answers} |"
    yield ""


def _luminaries() -> Iterator[str]:
    occasions = " | ".join(ENGLISH.say(f"occasion.{occasion}") for occasion in OCCASIONS)
    yield f"## Luminaries\n\n| luminary | {occasions} |\n|---|---|---|---|"
    for entry in describe_luminaries().values():
        name = entry.name[:1].upper() + entry.name[1:]
        told = " | ".join((entry.in_play, entry.on_reveal, entry.on_claim))
        yield f"| `{entry.luminary}`: {name} | {told} |"
    yield ""


def _options() -> Iterator[str]:
    _, components = msgspec.json.schema_components([Options])
    yield "## Options\n\n| option | values | default | meaning |\n|---|---|---|---|"
    for name, option in components["Options"]["properties"].items():
        default = json.dumps(option["default"])
        yield f"| `{name}` | {_type(option)} | `{default}` | {option['description']} |"
    yield ""


def _type(schema: dict[str, Any]) -> str:
    """Return the type of a member in a few words."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(choice) for choice in schema["anyOf"]))
    if "enum" in schema:
        values = schema["enum"]
        few = len(values) <= 7
        return ", ".join(f"`{value}`" for value in values) if few else "a code"
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {_type(items)}" if items else "list of pairs"
    return str(schema["type"])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
