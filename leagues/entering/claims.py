"""Claims to divisions: what the last seasons of a league give those who play in the next.

Seasons have entrants of their own, so claims are kept by people: by the key of those who make up an
entrant.
"""

from collections.abc import Mapping

from django.db.models import Q

from leagues.contest.divisions import MOST_MISSED, Claim, claims
from leagues.models import Entrant, Season
from leagues.season.declared_rules import rules_of
from leagues.season.people import people_of
from leagues.stream import stored_standings


def claims_of(season: Season) -> Mapping[str, Claim]:
    """Return the claims to the divisions of a season, by the keys of people.

    They follow from the standings of the last seasons that finished, whatever their numbers, with
    corrections since. A person who missed one of them keeps their claim only if they declared a
    hiatus, or withdrew because its dates had moved.
    """
    others = season.league.seasons.filter(state=Season.State.FINISHED).exclude(pk=season.pk)
    finished = others.order_by("-started_at")[: MOST_MISSED + 1]
    past = list(finished)[::-1]
    people = people_of(one.pk for one in past)
    entrants = Entrant.objects.filter(season__in=past)
    states = dict(entrants.values_list("pk", "state"))
    replacing = set(entrants.exclude(substitute=None).values_list("substitute", flat=True))
    known: Mapping[str, Claim] = {}
    for one in past:
        rules, final = rules_of(one), stored_standings.final_order(one)
        resting = {
            key
            for row in Entrant.objects.filter(
                Q(state=Entrant.State.HIATUS) | Q(keeps_claim=True), season=one
            )
            if (key := people.get(row.pk))
        }
        keys = {each: people.get(each, str(each)) for division in final for each in division}
        known = claims(
            [[keys[each] for each in division] for division in final],
            promoted=rules.promoted,
            relegated=rules.relegated,
            withdrawn=frozenset(
                key for each, key in keys.items() if states.get(each) == Entrant.State.WITHDRAWN
            ),
            # of this season only: the same people may have played another in their own right
            substitutes=frozenset(key for each, key in keys.items() if each in replacing),
            before={key: claim for key, claim in known.items() if key in resting},
        )
    return known
