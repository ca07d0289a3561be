"""The rules of a season: what its organisers declare before it starts."""

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

import msgspec

from api.members import Member
from games.clocks.controls import DEFAULT, Control
from games.clocks.leavers import LeaverRule
from games.terms import EXCUSES, LEAVERS, PAUSES
from illimat_core import Options, OptionsError
from illimat_core.options import read_new_options
from leagues.contest.errors import LeagueError, SeasonOptionsError
from leagues.contest.formats import FORMATS, OF_SOME
from leagues.contest.formats.designs import PERMITTED, SIZES, USUAL_GAMES
from leagues.contest.formats.records import Format
from leagues.contest.formats.sizes import OTHER
from leagues.contest.reasons import gettext_noop
from leagues.contest.standings.presets import BYES, TIES, USUAL_BYE, USUAL_TIES
from leagues.contest.standings.records import USUAL_SCALES, PointRules, Scale, place_scale

OpenGames = Literal["by_score", "by_place", "void"]
MOST_ENTRANTS: Final = 1000
MOST_ROUNDS: Final = 30
MOST_DAYS: Final = 366
MOST_POINTS: Final = 1000
MOST_RATING: Final = 10_000
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

WHO_MEETS: Final = gettext_noop("Who plays whom")
DIVISIONS: Final = gettext_noop("Divisions")
GAME: Final = gettext_noop("The game")
TIME: Final = gettext_noop("Time")
POINTS: Final = gettext_noop("Points")
ENTRY: Final = gettext_noop("Who may enter")
PARTS: Final = (WHO_MEETS, DIVISIONS, GAME, TIME, POINTS, ENTRY)
"""The headings of the rules on pages, in their order."""


class SeasonRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a season; numbers of entrants, not of people, unless it says otherwise.

    - `format` is a key of `leagues.contest.formats.FORMATS`; with `partners`, an entrant is a team
      of two
      people.
    - A division of more than `group_size`, or than can be paired, is split into groups.
    - There are as many divisions of about `division_size` as the entrants fill. From each but the
      top one `promoted` go up, and from each but the bottom one `relegated` go down.
    - `ties` is a key of `TIES`, `bye` one of `BYES`.
    - `options`, `clock`, `leavers`, `excuses` and `pauses` are those of every game.
    - Who registers meets the gates `min_reliability`, `max_running_games`, and `min_rating` and
      `max_rating`, careful values of ratings in the season's mode.
    """

    format: Annotated[
        str,
        Member(
            "Who plays whom.",
            gettext_noop("Format"),
            part=WHO_MEETS,
            words={name: each.words for name, each in FORMATS.items()},
        ),
    ] = "groups"
    at_table: Annotated[
        int,
        Member(
            "Entrants at a table.",
            gettext_noop("Entrants at a table"),
            gettext_noop(
                "A round robin has tables of two. With teams, choose two: two teams meet."
            ),
            least=2,
            most=4,
            words={"2": "2", "3": "3", "4": "4"},
        ),
    ] = 4
    partners: Annotated[
        bool,
        Member(
            "Whether entrants are teams of two people.",
            gettext_noop("Teams of two people enter"),
            gettext_noop("For the mode of teams: partners sit opposite each other."),
        ),
    ] = False
    games: Annotated[
        int,
        Member(
            "In groups: how many games everybody plays. 4, 6 or 8 at tables of two, 2 to 6 at "
            "tables of three, 2 to 6 or 8 at tables of four; 0: as many as is usual. The games of "
            "all entrants together have to fill the tables.",
            gettext_noop("Games of each, in groups"),
            gettext_noop(
                "0: as is usual, 6 at tables of two or three, 4 at tables of four. Possible are "
                "{two} at tables of two, {three} at tables of three, {four} at tables of four. The "
                "games of all entrants together have to fill the tables."
            ),
            most=MOST_ROUNDS,
            numbers={
                name: ", ".join(map(str, PERMITTED[at_table]))
                for name, at_table in (("two", 2), ("three", 3), ("four", 4))
            },
        ),
    ] = 0
    group_size: Annotated[
        int,
        Member(
            "Above this size, a division is split into groups.",
            gettext_noop("Largest group"),
            gettext_noop(
                "From {least} to {most}. A division with more entrants is split into groups."
            ),
            least=2,
            most=SIZES[-1],
            numbers={"least": SIZES[0]},
        ),
    ] = SIZES[-1]
    rounds: Annotated[
        int, Member("In Swiss.", gettext_noop("Rounds, in Swiss"), most=MOST_ROUNDS)
    ] = 0
    days_per_round: Annotated[
        int,
        Member(
            "In Swiss and round robins: after how many days the next round begins, if not all "
            "games are over before. 0 in a round robin: all games begin at once.",
            gettext_noop("Days for a round, in Swiss and round robins"),
            gettext_noop(
                "The next round begins after this number of days, or as soon as all games are "
                "over. In a round robin, 0 lets all games begin at once."
            ),
            most=MOST_DAYS,
        ),
    ] = 0
    division_size: Annotated[
        int,
        Member(
            "About how many entrants a division has. 0: there is one division.",
            gettext_noop("Entrants of a division"),
            gettext_noop("Approximate number of entrants per division; 0 for a single division."),
            most=MOST_ENTRANTS,
            part=DIVISIONS,
        ),
    ] = 0
    promoted: Annotated[
        int, Member("How many go up.", gettext_noop("How many go up"), most=MOST_ENTRANTS)
    ] = 0
    relegated: Annotated[
        int,
        Member(
            "How many go down.",
            gettext_noop("How many go down"),
            gettext_noop(
                "From each division but the top and the bottom one. They need several divisions."
            ),
            most=MOST_ENTRANTS,
        ),
    ] = 0
    points: Annotated[
        tuple[int, ...] | None,
        Member(
            "The points by place at a table; tables of another size get the same points in the "
            "mean. Null: the usual ones.",
            gettext_noop("Points by place"),
            gettext_noop(
                "Such as 10 6 3 1, one for each place. Empty: 10 6 3 1 at tables of four, 9 5 1 of "
                "three, 3 0 of two. Those who share places share the points."
            ),
            most=MOST_POINTS,
            part=POINTS,
        ),
    ] = None
    drawn: Annotated[
        int | None,
        Member(
            "The points for all at a table who share the first place. Null: the mean.",
            gettext_noop("Points for each if all share the first place"),
            gettext_noop("Empty: the mean of the points; 1 at tables of two."),
            most=MOST_POINTS,
        ),
    ] = None
    substitute_share: Annotated[
        int,
        Member(
            "The percentage of a place's points that a substitute gets.",
            gettext_noop("Share of the points that a substitute gets, in percent"),
            gettext_noop("From 0 to {most}."),
            most=WHOLE,
        ),
    ] = WHOLE
    ties: Annotated[
        str,
        Member(
            "What decides between entrants who are level on points. `direct`: the points that they "
            "took from each other, the mean share of the best score, wins, the points of "
            "opponents, a lot. `opponents`, in Swiss only: first the points of opponents, then the "
            "others in this order.",
            gettext_noop("What decides between entrants who are level on points"),
            gettext_noop(
                "The first difference decides; if there is none, a lot does. Only in Swiss can you "
                "choose."
            ),
            words=dict.fromkeys(TIES, ""),  # pages put them together from what decides
        ),
    ] = USUAL_TIES
    bye: Annotated[
        str,
        Member(
            "What a bye is worth, and a game of two in Swiss whose other entrant drops out. "
            "`mean`: the mean of the points at a table. `win`, not in groups, which have no byes: "
            "the points for the first place.",
            gettext_noop("What a bye is worth"),
            gettext_noop(
                "At tables of two in Swiss, an entrant whose opponent drops out gets no less. "
                "Groups have no byes."
            ),
            words={
                "mean": gettext_noop("The mean of the points at a table"),
                "win": gettext_noop("The points for the first place"),
            },
        ),
    ] = USUAL_BYE
    options: Annotated[
        dict[str, Any], Member("How to play, as for a table, without players.", part=GAME)
    ] = {}
    clock: Annotated[
        Control,
        Member(
            "The time control. Left out: `standard`.",
            gettext_noop("Time to think"),
            gettext_noop("If a game could last longer than the season, the season's page says so."),
            part=TIME,
        ),
    ] = DEFAULT
    leavers: Annotated[LeaverRule, LEAVERS._replace(says="What follows when somebody leaves.")] = (
        "substitute"
    )
    excuses: Annotated[int, EXCUSES._replace(says="Missed decisions forgiven.")] = 1
    pauses: Annotated[
        bool, PAUSES._replace(says="Whether those who play may agree to pause a game.")
    ] = False
    open_games: Annotated[
        OpenGames,
        Member(
            "What happens to games that are open when the season ends.",
            gettext_noop("Games still open at the end"),
            words={
                "by_score": gettext_noop("They end by the scores of the rounds that are over"),
                "by_place": gettext_noop(
                    "They end by these scores, with ties broken as at the end of a game"
                ),
                "void": gettext_noop("They do not count"),
            },
        ),
    ] = "by_score"
    confirm_days: Annotated[
        int,
        Member(
            "In this number of days before the start, entrants confirm that they will play; people "
            "who wait get the places of those who have not. 0: nobody needs to confirm.",
            gettext_noop("Days before the start in which entrants confirm that they will play"),
            gettext_noop(
                "Up to {most}. Entrants who have not confirmed by the start do not play, and "
                "people on the waiting list get their places. 0: nobody needs to confirm."
            ),
            most=30,
            part=ENTRY,
        ),
    ] = 0
    late_entry_until: Annotated[
        datetime | None,
        Member(
            "In Swiss: until when people may still register.",
            gettext_noop("Late entries until, in Swiss"),
            gettext_noop(
                "Empty: nobody enters after the start. Late entrants play from the next round."
            ),
            part=WHO_MEETS,
        ),
    ] = None
    capacity: Annotated[
        int,
        Member(
            "The most entrants; further people wait for a place.",
            gettext_noop("Places"),
            gettext_noop("Up to {most}. People who register later wait for a place."),
            least=2,
            most=MOST_ENTRANTS,
            part=ENTRY,
            place=-1,
        ),
    ] = MOST_ENTRANTS
    min_reliability: Annotated[
        int,
        Member(
            "The percentage that people need.",
            gettext_noop("Reliability needed, in percent"),
            gettext_noop("The share of decisions made in time. 0: none is needed."),
            most=WHOLE,
        ),
    ] = 0
    max_running_games: Annotated[
        int | None,
        Member(
            "The most running games that people have when they register.",
            gettext_noop("Most running games"),
            gettext_noop(
                "How many running games an entrant may have when registering; leave empty for no "
                "limit."
            ),
            most=1000,
        ),
    ] = None
    min_rating: Annotated[
        int | None,
        Member(
            "The least rating in the season's mode that people need; a provisional one does not "
            "do.",
            gettext_noop("Least rating"),
            gettext_noop("In the mode of the season. A provisional rating is not enough."),
            most=MOST_RATING,
            applies=lambda rules: rules.min_rating != 0,
        ),
    ] = None
    max_rating: Annotated[
        int | None,
        Member(
            "The greatest rating in the season's mode that people may have; a provisional one "
            "does.",
            gettext_noop("Greatest rating"),
            gettext_noop("Empty: any. A provisional rating is no obstacle."),
            most=MOST_RATING,
        ),
    ] = None

    @property
    def played_as(self) -> Format:
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
        return self.games or USUAL_GAMES[self.at_table]

    @property
    def people(self) -> int:
        """The number of people in an entrant."""
        return PARTNERS if self.partners else 1


USUAL: Final = SeasonRules()


def worth(rules: SeasonRules) -> PointRules:
    """Return what games are worth under the rules of a season, at tables of sizes it can have.

    A table of another size than usual gives as many points in the mean.
    """
    places, other = rules.points or USUAL_SCALES[rules.at_table].places, OTHER[rules.at_table]
    own = Scale(tuple(places), rules.drawn)
    scales = {size: own.for_table(size) for size in sorted({other, rules.at_table})}
    bye = BYES[rules.bye]
    return PointRules(
        scales,
        Fraction(rules.substitute_share, WHOLE),
        bye(scales[rules.at_table].places),
        bye_by_place=bye(place_scale(rules.at_table).places),
        ties=TIES[rules.ties],
    )


def game_options(rules: SeasonRules, entrants: int) -> Options:
    """Return the options of a game with that number of entrants at the table.

    Raises OptionsError if they cannot be combined.
    """
    return read_new_options({**rules.options, "players": entrants * rules.people})


def asks_at(rules: SeasonRules, starts_at: datetime) -> datetime | None:
    """Return when a season with these rules first asks who will play; None if it does not."""
    return starts_at - timedelta(days=rules.confirm_days) if rules.confirm_days else None


def round_length(rules: SeasonRules, duration: timedelta, rounds: int) -> timedelta:
    """Return after how long the next of `rounds` rounds begins in a season that lasts `duration`.

    How many rounds a round robin has depends on its entrants, so those for which the season is too
    short begin sooner than declared.
    """
    declared = timedelta(days=rules.days_per_round)
    return declared if rules.by_round else min(declared, duration / rounds)


def mode_of(rules: SeasonRules) -> str:
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
