"""A bot for `./do match`: it answers JSON lines, and needs nothing but Python.

Each line on standard input asks for a choice, each line on standard output answers (ACTIONS.md,
section 5). This bot takes as many cards as it can, and otherwise picks at random.

    ./do match 'python3 examples/engine_bot.py' random
"""

import json
import random
import sys
from typing import Any

Json = dict[str, Any]


def choose(request: Json) -> Json:
    """Return one of the legal actions of a request; the same seed makes the same choice."""
    actions: list[Json] = request["actions"]
    chance = random.Random(request["seed"])  # noqa: S311 - nobody gains by guessing it
    harvests = [action for action in actions if action["type"] == "harvest"]
    if not harvests:
        return chance.choice(actions)
    most = max(len(action["take"]) for action in harvests)
    return chance.choice([action for action in harvests if len(action["take"]) == most])


def answer(line: str) -> Json:
    """Return the answer to a line."""
    request = json.loads(line)
    if request.get("cmd") != "choose":
        return {"ok": False, "detail": f"This bot knows no command {request.get('cmd')}."}
    return {"ok": True, "action": choose(request)}


def main() -> None:
    """Answer line by line until there are no more."""
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
