"""The pages of those who take part in a season: the list, and one of them."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.core.paginator import Paginator
from django.utils.translation import gettext, ngettext

from leagues.contest.standings.records import GroupKey
from leagues.entering import registrations
from leagues.inputs.entrants import MoveSerializer, SubstituteSerializer
from leagues.isolation import Isolated, begin, fill, join
from leagues.models import OVER, Entrant, EntrantPlayer, Season, Standing
from leagues.office import transfers
from leagues.outputs.entrants import Move, move_of
from leagues.reading import previews
from leagues.reading.overview import byes, fixtures, names_in, players_in, results_of
from leagues.refusals import LeagueNotFoundError, SeasonError
from leagues.running import withdrawals
from leagues.season.declared_rules import rules_of
from leagues.season.people import names_of
from web.frame.acts import Act
from web.frame.forms import FormField
from web.frame.queries import number_in
from web.leagues.season import OneSeasonPage
from web.leagues.standings_words import describe_byes, describe_round_dates, describe_rounds

LISTED: Final = 50  # on a page
WAITING: Final = 100  # among whom a substitute is chosen
GAMES: Final = 60
State = Entrant.State


def state_words(entrant: Entrant) -> str:
    if entrant.state == State.REGISTERED and entrant.confirmed:
        return gettext("entered, will play")
    if entrant.state == State.WAITING and entrant.confirmed:
        return gettext("waits for a place, will play")
    return {
        State.REGISTERED: gettext("entered"),
        State.WAITING: gettext("waits for a place"),
        State.HIATUS: gettext("misses the season"),
        State.PLAYING: gettext("plays"),
        State.SUBSTITUTE: gettext("substitute"),
        State.WITHDRAWN: gettext("withdrawn"),
    }[State(entrant.state)]


def describe_reassignment(move: Move | None) -> str:
    """Return to which division somebody is moved or asked to move, and why; empty if to none."""
    if move is None:
        return ""
    words = gettext("moved to division {division}: {reason}")
    if move.agreed is False:
        words = gettext("asked to agree to division {division}: {reason}")
    return words.format(division=move.division, reason=move.reason)


def _plays_on(substitute: Isolated) -> Isolated:
    return begin(fill(gettext("{substitute} plays on for them."), substitute=substitute))


class EntrantsPage(OneSeasonPage):
    """All who take part in a season, in the order in which they registered."""

    template = "web/season_entrants.html"

    def context(self) -> dict[str, Any]:
        rows = Entrant.objects.filter(season=self.season).order_by("sequence")
        part = Paginator(rows, LISTED).get_page(number_in(self.request, "page") or 1)
        names = names_of(each.pk for each in part.object_list)
        entrants = [
            (
                each,
                names[str(each.pk)].shown,
                state_words(each),
                describe_reassignment(move_of(each)),
            )
            for each in part.object_list
        ]
        return super().context() | {"entrants": entrants, "part": part}


class EntrantDetailPage(OneSeasonPage):
    """One who takes part in a season, and their games.

    With `withdraw` in the query, it shows organisers what withdrawing the entrant would do.
    """

    template = "web/season_entrant.html"
    entrant: Entrant

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the entrant; raises LeagueNotFoundError."""
        super().look(ids)
        found = Entrant.objects.filter(season=self.season, pk=ids["entrant_id"])
        entrant = found.select_related("substitute").first()
        if entrant is None:
            raise LeagueNotFoundError
        self.entrant = entrant

    def context(self) -> dict[str, Any]:
        listed = list(fixtures(self.season, entrant=self.entrant.pk)[:GAMES])
        played = results_of(self.season, listed)
        players = players_in(self.season, listed, played)
        rest = byes(self.season, entrant=self.entrant.pk)
        substitute = self.entrant.substitute_id
        wanted = [self.entrant.pk, *([substitute] if substitute else [])]
        wanted += map(UUID, chain.from_iterable(players.values()))
        names = {**names_in(listed, played), **names_of(wanted)}
        return super().context() | {
            "entrant": self.entrant,
            "name": names[str(self.entrant.pk)].shown,
            "players": [each for each in names[str(self.entrant.pk)].players if each],
            "state": state_words(self.entrant),
            "move": describe_reassignment(move_of(self.entrant)),
            "substitute": _plays_on(names[str(substitute)].shown) if substitute else "",
            "games": describe_rounds(
                *(listed, played, players, names),
                byes=describe_byes(self.season, rest),
                when=describe_round_dates(self.season, self._group, self.zone),
            ),
            "may_withdraw": self._may_withdraw and not self._withdraws,
        }

    @property
    def _group(self) -> GroupKey:
        """The group of the entrant, or of the one for whom a substitute plays."""
        paired = Standing.objects.filter(entrant=self.entrant).first()
        return GroupKey(paired.division, paired.group) if paired else GroupKey(0, 0)

    @property
    def _may_withdraw(self) -> bool:
        over = self.entrant.state == State.WITHDRAWN or self.season.state in OVER
        return self.organised and not over

    @property
    def _withdraws(self) -> bool:
        """Whether the form is asked for: what it would do depends on all games of the group."""
        return "withdraw" in self.request.GET

    def acts(self) -> Sequence[Act]:
        if not self.organised:
            return []
        withdrawn = self.entrant.state == State.WITHDRAWN
        offered = self._may_withdraw and self._withdraws
        return [
            Act(
                "remove",
                gettext("Withdraw this entrant"),
                gettext("Withdraw them"),
                lambda _: registrations.entrant_remove(**self.about, entrant_id=self.entrant.pk),
                intro=self._of_removal() if offered else "",
                told=gettext("The entrant has been withdrawn."),
                offered=offered,
                final=True,
            ),
            self._substitute(withdrawn=withdrawn),
            *self._moving(),
        ]

    def _moving(self) -> list[Act]:
        about: dict[str, Any] = {**self.about, "entrant_id": self.entrant.pk}
        entered = self.entrant.state == State.REGISTERED
        own = EntrantPlayer.objects.filter(entrant=self.entrant, user=self.user)
        movable = self.season.state == Season.State.REGISTRATION and not own.exists()
        offered = entered and movable and bool(rules_of(self.season).division_size)
        return [
            Act(
                "move",
                gettext("Move to another division"),
                gettext("Move them"),
                lambda members: transfers.entrant_move(
                    **about, division=members["division"] - 1, reason=members["reason"]
                ),
                [
                    FormField("division", gettext("Division"), "number", needed=True),
                    FormField(
                        "reason",
                        gettext("Why"),
                        "lines",
                        gettext("Everybody can read it. It is kept for ever, so name nobody."),
                        most=transfers.LONGEST_REASON,
                        needed=True,
                    ),
                ],
                MoveSerializer,
                intro=self._of_divisions() if offered else "",
                told=gettext("They are told of it, and asked if the division is lower."),
                offered=offered,
                folded=True,
            ),
            Act(
                "move-back",
                gettext("Take the move back"),
                gettext("Take it back"),
                lambda _: transfers.move_take_back(**about),
                intro=gettext("They play where the plan of the start gives them a place."),
                told=gettext("The move has been taken back."),
                offered=movable and self.entrant.moved_to is not None,
                folded=True,
            ),
        ]

    def _of_divisions(self) -> str:
        """Return which divisions there are and what a move does, or why nobody can be moved now."""
        try:
            plan, now = transfers.place_unmoved(self.season, self.entrant)
        except SeasonError as refusal:
            return str(refusal)
        there = gettext(
            "As things are now, there are divisions 1 to {last}. Without a move, they would play "
            "in division {division}."
        ).format(last=len(plan.divisions), division=now.division + 1)
        follows = gettext(
            "A move up holds at once. A move to a lower division than the plan of the start gives "
            "them now takes their consent; they get a notice. Nobody plays below the place that "
            "their last season gives them."
        )
        return f"{there} {follows}"

    def _of_removal(self) -> str:
        effects = previews.effects_of_removal(self.season, self.entrant)
        before_start = self.season.state == Season.State.REGISTRATION
        said = [] if before_start else [gettext("This is for good.")]
        if effects.left:
            left = ngettext(
                "They leave {number} open game.", "They leave {number} open games.", effects.left
            )
            said.append(left.format(number=effects.left))
        if effects.void:
            void = ngettext(
                "{number} game that they finished is void for everybody.",
                "{number} games that they finished are void for everybody.",
                effects.void,
            )
            said.append(void.format(number=effects.void))
        if effects.successor:
            (name,) = names_of([effects.successor]).values()
            follows = (
                gettext("{name} gets the place.") if before_start else gettext("{name} takes over.")
            )
            said.append(begin(fill(follows, name=name.shown)))
        return join(" ", said)

    def _substitute(self, *, withdrawn: bool) -> Act:
        running = self.season.state == Season.State.RUNNING
        wanted = withdrawn and running and self.entrant.substitute_id is None
        waiting = self._waiting() if wanted else []
        return Act(
            "substitute",
            gettext("Name a substitute"),
            gettext("Name this substitute"),
            self._name_substitute,
            [
                FormField("entrant", "", "hidden", value=self.entrant.pk),
                FormField(
                    "substitute", gettext("Person on the waiting list"), "choice", choices=waiting
                ),
            ],
            SubstituteSerializer,
            intro=gettext(
                "They take over all open games of this entrant within a minute. If you name "
                "nobody, the first person on the waiting list does."
            ),
            told=gettext("The substitute takes over within a minute."),
            offered=bool(waiting),
        )

    def _waiting(self) -> list[tuple[str, str]]:
        found = Entrant.objects.filter(season=self.season, state=State.WAITING)
        keys = list(found.order_by("sequence").values_list("pk", flat=True)[:WAITING])
        return [(key, str(name.shown)) for key, name in names_of(keys).items()]

    def _name_substitute(self, members: dict[str, Any]) -> None:
        withdrawals.substitute_name(
            **self.about,
            entrant_id=self.entrant.pk,
            substitute_id=members["substitute"],
        )
