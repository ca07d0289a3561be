"""What must be true of a season that was played, by what the API tells of it."""

from collections.abc import Iterator
from typing import Any

from leagues.contest.divisions import Claim, Outcome, claims, fill
from leagues.contest.lots import commitment_to, key_of
from leagues.contest.standings.ranking import RankedRow, standings
from leagues.contest.standings.records import (
    ByeRecord,
    Contestant,
    FixtureRecord,
    GroupRecord,
    PointRules,
    ResultKind,
    ResultRecord,
    SeatResult,
)
from leagues.rules import SeasonRules, worth
from trials.season.records import PlayedSeason, Size
from trials.season.season import MOVED, ROUNDS

COMPARED = (
    *("place", "points", "relative", "games", "between", "share", "wins", "opposition", "void"),
    *("best", "worst", "trend"),
)


def violations(played: PlayedSeason, size: Size) -> Iterator[str]:
    """Yield a sentence for everything that is not as it should be."""
    season = played.export["season"]
    if season["state"] != "finished":
        yield f"The season is {season['state']}."
    seed = bytes.fromhex(season["revealed"])
    if commitment_to(season["id"], seed) != season["commitment"]:
        yield "The revealed seed is not the one that was committed to."
    yield from _wrong_course(played)
    yield from _wrong_seats(played)
    divisions = _compute_standings(played, size, key_of(season["id"], seed))
    yield from _wrong_rows(played, divisions)
    claimed = claims(
        [[row.entrant for row in rows] for rows in divisions],
        promoted=MOVED,
        relegated=MOVED,
        withdrawn=frozenset(played.happened.withdrawn),
        substitutes=frozenset(played.happened.substitutes.values()),
    )
    yield from _wrong_outcomes(played, size, claimed)
    yield from _wrong_places(played, size, claimed)


def _wrong_course(played: PlayedSeason) -> Iterator[str]:
    """Compare what the server says has happened with what people did."""
    happened, export = played.happened, played.export
    results = {each["id"]: each["result"] for each in export["fixtures"] if each["result"]}
    told: dict[str, tuple[set[str], set[str]]] = {
        "without a result": ({each["id"] for each in export["fixtures"]} - results.keys(), set()),
        "adjudicated": (_of_kind(results, ResultKind.ADJUDICATED), happened.open),
        "void as games": (_of_kind(results, ResultKind.VOID), set()),
        "corrected": (
            {key for key, each in results.items() if each["revision"]},
            {*happened.corrected},
        ),
        "withdrawn": (_in_state(played, "withdrawn"), happened.withdrawn),
        "substitutes": (_in_state(played, "substitute"), {*happened.substitutes.values()}),
        "void as entrants": (
            {row["entrant"]["id"] for row in export["standings"] if row["void"]},
            happened.void,
        ),
    }
    for what, (found, expected) in told.items():
        if found != expected:
            yield f"These are {what}: {sorted(found)}, and should be: {sorted(expected)}."


def _of_kind(results: dict[str, Any], kind: ResultKind) -> set[str]:
    return {key for key, each in results.items() if each["kind"] == kind}


def _in_state(played: PlayedSeason, state: str) -> set[str]:
    return {each["id"] for each in played.entrants if each["state"] == state}


def _wrong_seats(played: PlayedSeason) -> Iterator[str]:
    """Compare who left which game, and who took over, with what people did."""
    happened = played.happened
    for fixture in played.export["fixtures"]:
        seats = fixture["result"]["seats"] if fixture["result"] else []
        for entrant, seat in zip(fixture["entrants"], seats, strict=False):
            left = (fixture["id"], entrant["id"]) in happened.left
            substitute = happened.substitutes.get(entrant["id"]) if left else None
            told = seat["left"], seat["substitute"] and seat["substitute"]["id"]
            if told != (left, substitute):
                yield (
                    f"Of {entrant['id']} in {fixture['id']}, left and substitute are {told}, "
                    f"and should be {(left, substitute)}."
                )


def _compute_standings(played: PlayedSeason, size: Size, key: bytes) -> list[tuple[RankedRow, ...]]:
    """Return the standings of each division, computed from what was exported."""
    rules = _rules(played, size)
    return [standings(_records(played, rules, key, number + 1)) for number in range(size.divisions)]


def _rules(played: PlayedSeason, size: Size) -> PointRules:
    """Return what games are worth, by what the season declared."""
    share = played.export["season"]["rules"]["substitute_share"]
    return worth(SeasonRules(at_table=size.at_table, substitute_share=share))


def _records(played: PlayedSeason, rules: PointRules, key: bytes, division: int) -> GroupRecord:
    happened = played.happened
    fixtures = [each for each in played.export["fixtures"] if each["division"] == division]
    rows = [each for each in played.crosstable if each["division"] == division]
    paired = [each["id"] for each in played.entrants if each["division"] == division]
    taking_over = [
        happened.substitutes[entrant] for entrant in paired if entrant in happened.substitutes
    ]
    return GroupRecord(
        members=tuple(
            Contestant(entrant, entrant in happened.withdrawn, happened.substitutes.get(entrant))
            for entrant in (*paired, *taking_over)
        ),
        fixtures=tuple(
            FixtureRecord(
                each["id"], tuple(entrant["id"] for entrant in each["entrants"]), each["round"]
            )
            for each in fixtures
        ),
        results=tuple(_result(each) for each in fixtures if each["result"]),
        key=key,
        rules=rules,
        games=ROUNDS,
        drawn=True,
        byes=tuple(
            ByeRecord(row["entrant"]["id"], bye["round"]) for row in rows for bye in row["byes"]
        ),
    )


def _result(fixture: dict[str, Any]) -> ResultRecord:
    result = fixture["result"]
    seats = tuple(
        SeatResult(
            seat["place"],
            seat["score"],
            seat["left"],
            seat["substitute"]["id"] if seat["substitute"] else None,
            seat["no_show"],
        )
        for seat in result["seats"]
    )
    kind, given = ResultKind(result["kind"]), result["compensation"]
    stayed = given["entrant"]["id"] if given and kind is ResultKind.VOID else None
    return ResultRecord(fixture["id"], seats, kind, result["revision"], stayed)


def _wrong_rows(played: PlayedSeason, divisions: list[tuple[RankedRow, ...]]) -> Iterator[str]:
    expected = {row.entrant: row for rows in divisions for row in rows}
    shown = {row["entrant"]["id"]: row for row in played.export["standings"]}
    if expected.keys() != shown.keys():
        yield "The standings do not have the entrants that they should have."
        return
    for entrant, row in expected.items():
        for member in COMPARED:
            computed, told = getattr(row, member), shown[entrant][member]
            if _number(computed) != _number(told):
                yield f"{member} of {entrant} is {told}; by the results it is {computed}."


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _wrong_outcomes(played: PlayedSeason, size: Size, claimed: dict[str, Claim]) -> Iterator[str]:
    for row in played.export["standings"]:
        outcome = claimed[row["entrant"]["id"]].outcome
        # From the bottom division nobody is relegated, so nobody is told to be safe from it.
        bottom = row["division"] == size.divisions
        expected = None if bottom and outcome is Outcome.SAFE else outcome
        if row["outcome"] != expected:
            yield f"{row['entrant']['id']} is {row['outcome']}, and should be {expected}."
    for outcome in (Outcome.PROMOTED, Outcome.RELEGATED):
        found = sum(claim.outcome is outcome for claim in claimed.values())
        if found != MOVED * (size.divisions - 1):
            yield f"{found} are {outcome}."


def _wrong_places(played: PlayedSeason, size: Size, claimed: dict[str, Claim]) -> Iterator[str]:
    """Compare the divisions of the next season with those that follow from the claims."""
    handles = {each["id"]: each["players"][0] for each in played.entrants}
    by_handle = {handles[entrant]: claim for entrant, claim in claimed.items()}
    again = {handle: by_handle[handle] for handle in played.again if handle in by_handle}
    filled = fill(played.again, again, size.divisions)
    expected = [sorted(each.entrant for each in division) for division in filled]
    planned = [
        sorted(entrant["players"][0] for entrant in division)
        for division in played.following["divisions"]
    ]
    if planned != expected:
        yield f"The next season's divisions are {planned}, and should be {expected}."
