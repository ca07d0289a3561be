"""What `./do audit` says about the answers of the service."""

import pytest

from trials.audit import tell_answers


@pytest.mark.parametrize(
    ("answers", "code", "said"),
    [
        ([("a", []), ("b", [])], 0, "2 were asked.\nNo hole is known in those that were asked."),
        ([("a", None), ("b", [])], 0, "1 were asked.\nNothing is known of these, which could not"),
        ([("a", None), ("b", None)], 3, "So this says nothing about holes."),
        (
            [("a", None), ("b", ["CVE-1"])],
            1,
            "b 1.0 has known holes: CVE-1\n",
        ),
    ],
)
def test_an_audit_tells_what_it_could_not_ask_and_fails_where_that_is_all(
    capsys: pytest.CaptureFixture[str],
    answers: list[tuple[str, list[str] | None]],
    code: int,
    said: str,
) -> None:
    found = [
        {"name": name, "skip_reason": "not found"}
        if holes is None
        else {"name": name, "version": "1.0", "vulns": [{"id": hole} for hole in holes]}
        for name, holes in answers
    ]
    assert tell_answers(found) == code
    assert said in capsys.readouterr().out
