"""What people have chosen to be told, as the API shows and takes it."""

from typing import Any

MINE = "/api/v1/me/notifications"


def refusals(answer: Any) -> dict[str, str]:
    """Return the sentences of a refusal, by pointer."""
    assert answer.status_code == 422, answer.content
    return {error["pointer"]: error["detail"] for error in answer.json()["errors"]}
