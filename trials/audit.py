"""Asks for known holes in packages: `python -m trials.audit REQUIREMENTS [ARGS]`.

ARGS go to pip-audit. The exit code is 1 if a hole is known, and 3 if nothing could be asked.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PIP_AUDIT = Path(sys.executable).with_name("pip-audit")


def main() -> None:
    requirements, *arguments = sys.argv[1:]
    command: list[str | Path] = [PIP_AUDIT, "--disable-pip", "--require-hashes"]
    command += ["--requirement", requirements, "--format", "json"]
    command += ["--progress-spinner", "off", *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    try:
        answers = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        sys.exit(f"{done.stderr}Nothing could be asked; see above.")
    sys.exit(tell_answers(answers))


def tell_answers(answers: list[dict[str, Any]]) -> int:
    """Print the service's answers about packages, and return an exit code, 0 if all is well."""
    unasked = [answer["name"] for answer in answers if "skip_reason" in answer]
    holes = [answer for answer in answers if answer.get("vulns")]
    print(f"The server runs on {len(answers)} packages; {len(answers) - len(unasked)} were asked.")
    if unasked:
        print(f"Nothing is known of these, which could not be asked: {', '.join(unasked)}.")
    for answer in holes:
        known = ", ".join(hole["id"] for hole in answer["vulns"])
        print(f"{answer['name']} {answer['version']} has known holes: {known}")
    if len(unasked) == len(answers):
        print("So this says nothing about holes. Ask again where the service can be reached.")
        return 3
    print("There are known holes." if holes else "No hole is known in those that were asked.")
    return 1 if holes else 0


if __name__ == "__main__":
    main()
