"""The rules of a season: what its organisers declare before it starts."""

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec

from games.clocks.controls import DEFAULT, Control
from games.clocks.leavers import LeaverRule
from illimat_core import Options, OptionsError
from illimat_core.options import read_new_options
from leagues.errors import LeagueError, SeasonOptionsError
from leagues.formats import FORMATS, OF_SOME
from leagues.formats.designs import SIZES, USUAL_GAMES
from leagues.formats.records import Format
from leagues.formats.sizes import OTHER
from leagues.reasons import gettext_noop
from leagues.standings.presets import BYES, TIES, USUAL_BYE, USUAL_TIES
from leagues.standings.records import USUAL_SCALES, Rules, Scale, place_scale

OpenGames = Literal["by_score", "by_place", "void"]
MOST_ENTRANTS: Final = 1000
MOST_CONFIRM_DAYS: Final = 30
ASKED_AGAIN: Final = timedelta(days=1)  # before the start
WHOLE: Final = 100  # percent
PARTNERS: Final = 2
ONLY_IN_SOME: Final = {
    "games": gettext_noop(
        "The number of games can only be chosen in the format `groups`. Leave out `games`."
    ),
    "rounds": gettext_noop("Only in Swiss, `rounds` can be chosen. Leave it out."),
    "days_per_round": gettext_noop(
        "Only Swiss seasons and round robins have rounds. Leave out `days_per_round`."
    ),
    "bye": gettext_noop("In groups, nobody has a bye. Leave out `bye`."),
    "late_entry_until": gettext_noop(
        "Only a Swiss season can take late entries. Leave out `late_entry_until`."
    ),
}
"""What a season is told that declares a rule which is idle in its format."""


class SeasonRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a season; numbers of entrants, not of people, unless it says otherwise.

    - `format` is a key of `leagues.formats.FORMATS`, `at_table` the number of entrants at a table;
      with `partners`, an entrant is a team of two people.
    - In groups, everybody plays `games`; 0 is the usual number. A division of more than
      `group_size`, or than can be paired, is split into groups.
    - Only formats that are by round, such as Swiss, declare `rounds`: each begins `days_per_round`
      after the one before, or as soon as all its games are over. A round robin may have dates for
      its rounds, too; with 0, all games begin at once.
    - There are as many divisions of about `division_size` as the entrants fill; with 0, one. From
      each but the top one `promoted` go up, and from each but the bottom one `relegated` go down.
    - `points` are by place, if they differ from the usual ones; those of a table of another size
      follow from them. `drawn` is for a table that all share. A substitute gets `substitute_share`
      percent.
    - `ties`, a key of `TIES`, says what decides between entrants who are level on points; `bye`, a
      key of `BYES`, says what a round without a game is worth.
    - `options`, `clock`, `leavers`, `excuses` and `pauses` are those of every game.
    - `open_games` says what becomes of games that are open when the season ends.
    - In the last `confirm_days` before the start, entrants confirm that they will play, and who
      waits gets the places of those who have not; 0 asks nobody.
    - People may still register until `late_entry_until`. Beyond `capacity`, they wait.
    - Who registers meets the gates `min_reliability` (percent), `max_running_games`, and
      `min_rating` and `max_rating`, careful values of ratings in the season's mode.
    """

    format: str = "groups"
    at_table: int = 4
    partners: bool = False
    games: int = 0
    group_size: int = SIZES[-1]
    rounds: int = 0
    days_per_round: int = 0
    division_size: int = 0
    promoted: int = 0
    relegated: int = 0
    points: tuple[int, ...] | None = None
    drawn: int | None = None
    substitute_share: int = WHOLE
    ties: str = USUAL_TIES
    bye: str = USUAL_BYE
    options: dict[str, Any] = {}
    clock: Control = DEFAULT
    leavers: LeaverRule = "substitute"
    excuses: int = 1
    pauses: bool = False
    open_games: OpenGames = "by_score"
    confirm_days: int = 0
    late_entry_until: datetime | None = None
    capacity: int = MOST_ENTRANTS
    min_reliability: int = 0
    max_running_games: int | None = None
    min_rating: int | None = None
    max_rating: int | None = None

    @property
    def played_as(self) -> Format:
        """The format itself."""
        return FORMATS[self.format]

    @property
    def idle(self) -> frozenset[str]:
        """The rules that mean nothing in its format."""
        return OF_SOME - self.played_as.takes

    @property
    def by_round(self) -> bool:
        """Whether each round is paired from the results of those before."""
        return self.played_as.by_round

    @property
    def in_rounds(self) -> bool:
        """Whether its format has rounds, which may begin on dates of their own."""
        return "days_per_round" not in self.idle

    @property
    def games_of_each(self) -> int:
        """The number of games that everybody in a group plays."""
        return self.games or USUAL_GAMES[self.at_table]

    @property
    def people(self) -> int:
        """The number of people in an entrant."""
        return PARTNERS if self.partners else 1


USUAL: Final = SeasonRules()


def worth(rules: SeasonRules) -> Rules:
    """Return what games are worth under the rules of a season, at tables of sizes it can have.

    A table of another size than usual gives as many points in the mean.
    """
    places, other = rules.points or USUAL_SCALES[rules.at_table].places, OTHER[rules.at_table]
    own = Scale(tuple(places), rules.drawn)
    scales = {size: own.for_table(size) for size in sorted({other, rules.at_table})}
    bye = BYES[rules.bye]
    return Rules(
        scales,
        Fraction(rules.substitute_share, WHOLE),
        bye(scales[rules.at_table].places),
        bye_by_place=bye(place_scale(rules.at_table).places),
        ties=TIES[rules.ties],
    )


def game_options(rules: SeasonRules, entrants: int) -> Options:
    """Return the options of a game with so many entrants at the table.

    Raises OptionsError if they cannot be combined.
    """
    return read_new_options({**rules.options, "players": entrants * rules.people})


def asks_at(rules: SeasonRules, starts_at: datetime) -> datetime | None:
    """Return when a season with these rules first asks who will play; None if it does not."""
    return starts_at - timedelta(days=rules.confirm_days) if rules.confirm_days else None


def round_length(rules: SeasonRules, duration: timedelta, rounds: int) -> timedelta:
    """Return after how long the next of so many rounds begins in a season that lasts `duration`.

    How many rounds a round robin has depends on its entrants, so those for which the season is too
    short begin sooner than declared.
    """
    declared = timedelta(days=rules.days_per_round)
    return declared if rules.by_round else min(declared, duration / rounds)


def mode_of(rules: SeasonRules) -> str:
    """Return the mode of a season's games."""
    return game_options(rules, rules.at_table).mode


def check_rules(rules: SeasonRules) -> None:
    """Raise LeagueError or SeasonOptionsError for rules that no season can have."""
    if rules.format not in FORMATS:
        raise LeagueError("format", "The format is one of {formats}.", formats=", ".join(FORMATS))
    _check_tables(rules)
    _check_format(rules)
    _check_divisions(rules)
    if rules.points is not None and len(rules.points) != rules.at_table:
        raise LeagueError(
            "points", "Give points for each of the {at_table} places.", at_table=rules.at_table
        )
    _check_points(worth(rules).scale(rules.at_table))
    if rules.ties != USUAL_TIES and not rules.by_round:
        raise LeagueError("ties", "Only in Swiss, `ties` can be chosen. Leave it out.")
    least, most = rules.min_rating, rules.max_rating
    if least is not None and most is not None and least > most:
        raise LeagueError(
            "max_rating", "Nobody could register: `max_rating` must not be below `min_rating`."
        )


def _check_points(scale: Scale) -> None:
    first = scale.places[0]
    if not first:
        raise LeagueError("points", "The first place must give points.")
    if scale.drawn is not None and scale.drawn > first:
        raise LeagueError(
            "drawn",
            "A table that all share gives at most {first} points, as a win does.",
            first=first,
        )


def _check_tables(rules: SeasonRules) -> None:
    sizes = rules.played_as.at_table
    if rules.at_table not in sizes:
        raise LeagueError(
            "at_table",
            "In this format, a table can have these numbers of entrants: {sizes}.",
            sizes=", ".join(map(str, sorted(sizes))),
        )
    if rules.partners and rules.at_table != PARTNERS:
        raise LeagueError("at_table", "Two teams sit at a table: set `at_table` to 2.")
    if "players" in rules.options:
        raise LeagueError(
            "options/players",
            "Leave `players` out of the options: `at_table` sets the number of players.",
        )
    for entrants in table_sizes(rules):
        try:
            options = game_options(rules, entrants)
        except OptionsError as error:
            raise SeasonOptionsError(_by_mode(error)) from error
        if bool(options.mode_rules.partners) != rules.partners:
            raise LeagueError(
                "partners",
                "The mode {mode} cannot be played with this value of `partners`.",
                mode=options.mode,
            )


def _by_mode(error: OptionsError) -> OptionsError:
    """Return a refusal that names what was declared: not `players`, but a mode for others."""
    if error.member != "players":
        return error
    return OptionsError("mode", error.message.key, **error.message.arguments)


def table_sizes(rules: SeasonRules) -> list[int]:
    """Return the sizes that tables of a round may have, the least first."""
    others = {OTHER[rules.at_table]} if rules.played_as.mixes else set[int]()
    return sorted({rules.at_table} | others)


def _check_format(rules: SeasonRules) -> None:
    rules.played_as.check(rules)
    if rules.by_round and not (rules.rounds and rules.days_per_round):
        raise LeagueError(
            "rounds",
            "Give the number of rounds in `rounds`, and the days for each in `days_per_round`.",
        )
    for member, refusal in ONLY_IN_SOME.items():
        if member in rules.idle and getattr(rules, member) != getattr(USUAL, member):
            raise LeagueError(member, refusal)


def _check_divisions(rules: SeasonRules) -> None:
    least = smallest_group(rules)
    if rules.division_size and rules.division_size < least:
        raise LeagueError(
            "division_size", "A division needs at least {least} entrants.", least=least
        )
    if rules.capacity < least:
        raise LeagueError("capacity", "A season needs at least {least} entrants.", least=least)
    moved = rules.promoted + rules.relegated
    if moved and not rules.division_size:
        raise LeagueError(
            "division_size",
            "Promotion and relegation need several divisions: give the size of a division.",
        )
    if moved > (rules.division_size or moved):
        raise LeagueError(
            "promoted",
            "A division would lose more entrants than it has. Promote or relegate fewer.",
        )


def smallest_group(rules: SeasonRules) -> int:
    """Return the least number of entrants with which a group or division can be paired."""
    return rules.played_as.sizes(rules)[0]
