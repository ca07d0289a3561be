"""Correcting results: an organiser enters the result of a table anew, with a reason."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from games.models import Game
from leagues.contest.errors import LeagueError
from leagues.contest.standings import records
from leagues.contest.standings.counting import check_result
from leagues.contest.standings.records import ResultKind, SeatResult
from leagues.models import Entrant, Fixture, Result, Season
from leagues.refusals import SeasonError
from leagues.results.fixture_results import result_of_game
from leagues.season.impartiality import corrects_own_game
from leagues.season.lookup import fixture_get, season_lock_to_change
from leagues.season.substitutes import last_of, remaining_entrant_at, substitutes_in
from leagues.stream import store
from leagues.stream.events import ResultRecorded
from leagues.stream.rows import as_json

MOST_CORRECTIONS: Final = 20  # of a fixture
LONGEST_REASON: Final = 1000
OVER: Final = (Game.State.FINISHED, Game.State.CALLED_OFF)


class EnteredSeat(NamedTuple):
    """How a seat finished, as an organiser enters it.

    `left` says that its entrant left the game, `substituted` that the season's substitute for this
    entrant played it to the end. None is as the last result with seats says. An entrant who left as
    a no-show, as a result says, stays one.
    """

    place: int
    score: int = 0
    left: bool | None = None
    substituted: bool | None = None


class Entered(NamedTuple):
    """A result as an organiser enters it: the seats in order, none if it is void."""

    kind: ResultKind
    seats: Sequence[EnteredSeat] = ()


@transaction.atomic
def result_correct(
    *, user: User, season_id: UUID, fixture_id: UUID, entered: Entered, reason: str
) -> Result:
    """Enter the result of a fixture anew, and write the standings of its group.

    Raises LeagueNotFoundError, NotAllowedError for anybody but an organiser, and for one who plays
    in the game while another could decide, LeagueError for seats or places that no result can have,
    and SeasonError `game_not_over`, `same_result`, `season_archived`, `season_not_begun` and
    `too_many_corrections`.
    """
    season = season_lock_to_change(user, season_id)
    fixture = fixture_get(season, fixture_id)
    check_changeable(season)
    record_if_over(season, fixture)
    return correct(season, fixture, entered, reason, user)


def check_changeable(season: Season) -> None:
    """Raise SeasonError unless results of a season can change."""
    if season.archived_at is not None:
        raise SeasonError(
            "season_archived",
            gettext("The season is archived, so its results can no longer change."),
        )
    if season.state not in {Season.State.RUNNING, Season.State.FINISHED}:
        raise SeasonError("season_not_begun", gettext("This season has no results."))


def record_if_over(season: Season, fixture: Fixture) -> None:
    """Record the result of a game that is over, if no sweep has done so yet."""
    game = fixture.game
    if not fixture.settled and game is not None and game.state in OVER:
        store.append(season, [result_of_game(fixture, game)])
        fixture.settled = True


def correct(
    season: Season, fixture: Fixture, entered: Entered, reason: str, author: User
) -> Result:
    """Append a correction to a locked season; raises what `result_correct` does."""
    by_player = corrects_own_game(author, season, fixture)
    if not fixture.settled:
        refusal = gettext("The game is not over. Correct its result once there is one.")
        raise SeasonError("game_not_over", refusal)
    seats = _check_seats(season, fixture, entered)
    last = Result.objects.filter(fixture=fixture).latest("revision")
    if (last.kind, last.seats) == (entered.kind, as_json(seats)):
        raise SeasonError("same_result", gettext("This is already the recorded result."))
    if last.revision >= MOST_CORRECTIONS:
        refusal = gettext(
            "This result has already been corrected {most} times, and cannot be corrected again."
        )
        raise SeasonError("too_many_corrections", refusal.format(most=MOST_CORRECTIONS))
    revision = last.revision + 1
    recorded = ResultRecorded(
        fixture=fixture.pk,
        revision=revision,
        kind=entered.kind,
        seats=seats,
        reason=reason,
        by_player=by_player,
        stayed=remaining_entrant_at(fixture) if entered.kind is ResultKind.VOID else None,
    )
    store.append(season, [recorded], author)
    return Result.objects.get(fixture=fixture, revision=revision)


def _check_seats(season: Season, fixture: Fixture, entered: Entered) -> tuple[SeatResult, ...]:
    """Return the seats of a result; raises LeagueError for seats that no result can have."""
    if entered.kind is ResultKind.VOID and entered.seats:
        raise LeagueError("seats", "A void game has no seats. Leave them out.")
    if entered.kind is not ResultKind.VOID and not entered.seats:
        raise LeagueError("seats", "Give the seats in order, or declare the game void.")
    recorded = list(Result.objects.filter(fixture=fixture).order_by("revision"))
    played = _substitutes_of(season, fixture, recorded)
    no_shows = {
        number for each in recorded for number, seat in enumerate(each.seats) if seat.get("no_show")
    }
    known = next((each.seats for each in reversed(recorded) if each.seats), None)
    withdrawn = _withdrawn_before_end(fixture)
    plain = tuple(SeatResult(each.place, each.score) for each in entered.seats)
    try:
        check_result(
            records.ResultRecord(str(fixture.number), plain, entered.kind), len(fixture.entrants)
        )
    except LeagueError as error:
        raise LeagueError("seats", error.message, **error.arguments) from None
    seats = []
    for number, (entrant, substitute, each, seat) in enumerate(
        zip(fixture.entrants, played, entered.seats, plain, strict=False)
    ):
        before = known[number] if known else {"left": entrant in withdrawn, "substitute": None}
        left = before["left"] if each.left is None else each.left
        substituted = (
            left and before["substitute"] is not None
            if each.substituted is None
            else each.substituted
        )
        if entrant in withdrawn and not left:
            raise LeagueError(
                f"seats/{number}/left",
                "This entrant withdrew before the game ended, so they left it.",
            )
        if substituted and not (left and substitute):
            raise LeagueError(
                f"seats/{number}/substituted",
                "A substitute can only have played for an entrant who left and has one.",
            )
        seats.append(
            msgspec.structs.replace(
                seat,
                left=left,
                substitute=substitute if substituted else None,
                no_show=left and not substituted and number in no_shows,
            )
        )
    return tuple(seats)


def _withdrawn_before_end(fixture: Fixture) -> frozenset[str]:
    gone = Entrant.objects.filter(pk__in=fixture.entrants, withdrawn_at__isnull=False)
    if fixture.game is not None and fixture.game.ended_at is not None:
        gone = gone.filter(withdrawn_at__lt=fixture.game.ended_at)
    return frozenset(map(str, gone.values_list("pk", flat=True)))


def _substitutes_of(
    season: Season, fixture: Fixture, recorded: Sequence[Result]
) -> list[str | None]:
    """Return, by seat, the substitute to whom a game counts.

    Of several it is the one who played, as a result says; otherwise the last.
    """
    named = substitutes_in(season.pk)
    last = (str(last_of(UUID(each), named)) for each in fixture.entrants)
    found = [
        None if substitute == each else substitute
        for substitute, each in zip(last, fixture.entrants, strict=True)
    ]
    for result in recorded:
        for number, seat in enumerate(result.seats):
            found[number] = seat["substitute"] or found[number]
    return found
