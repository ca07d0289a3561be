"""The client that retries its requests."""

import asyncio
import uuid
from pathlib import Path

import pytest

from trials.programs import free_port
from trials.prove import player
from trials.prove.history import History, Submission
from trials.prove.player import Device, GaveUpError, Person

ADA = Person("ada", "ada@example.org", "token")


@pytest.mark.slow
def test_one_that_is_never_answered_gives_up_and_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "ASKED_FOR", 0.2)
    history = History(tmp_path / "history.jsonl")
    submission = Submission(str(uuid.uuid4()), "1", 0, 1, 1, [])

    async def ask() -> None:
        device = Device(f"http://127.0.0.1:{free_port()}", history)
        with pytest.raises(GaveUpError):
            await device.get("/me/games", ADA)
        with pytest.raises(GaveUpError):
            await device.submit(submission, ADA, {})
        await device.close()

    asyncio.run(ask())
    history.close()
    assert history.given_up == ["/me/games", "/games/1/actions"]
    assert len(submission.attempts) > 1
