"""What a person submits is played, or is their leaving, and is stored with its source."""

from uuid import uuid4

import pytest

from games.actors import CommandSource
from games.models import StoredEvent
from games.play.commands import Command
from games.play.leavers import FORFEIT
from games.play.submission import submit_action
from tests.support.api_games import ApiGame

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("source", [CommandSource.API, CommandSource.WEB])
@pytest.mark.parametrize("forfeits", [False, True])
def test_what_is_submitted_is_stored_with_its_source(
    table: ApiGame, source: CommandSource, forfeits: bool
) -> None:
    before, user = table.game.version, table.awaited.user
    actions = FORFEIT if forfeits else table.choices()[:1]
    submit_action(Command(table.id, user, source, str(uuid4()), actions))
    first = StoredEvent.objects.get(game=table.id, sequence=before + 1)
    assert (first.source, first.type == "SeatLeft") == (source, forfeits)
