"""What is held about people in leagues, for the file of their own data."""

import json

from django.db.models import OuterRef, Subquery

from accounts.models import User
from accounts.own_data.held import HeldRows, Row, held_add
from accounts.own_data.of_accounts import BY_OTHERS
from leagues.models import StoredSeasonEvent

ASKED = ("season", "fixture", "effect", "places", "reasons", "answered_at")
EVENT = StoredSeasonEvent.objects.filter(season=OuterRef("season"), sequence=OuterRef("sequence"))


def act_with_reason(_user: User, row: Row, _number: int) -> Row:
    """Return an act with the reason that was given for it instead of the stored event."""
    return row | {"reason": json.loads(row.pop("data") or "{}").get("reason", "")}


held_add(
    HeldRows(
        "leagues_organised",
        "leagues.Organiser.user",
        ("league", "league__name", "league__about", "league__access", "since"),
    ),
    HeldRows(
        "league_invitations",
        "leagues.LeagueInvitation.user",
        ("league", "league__name", "role", "by__handle", "at", "declined_at"),
    ),
    HeldRows(
        "league_invitations_made",
        "leagues.LeagueInvitation.by",
        ("league", "league__name", "role", "user__handle", "at"),
        {"declined_at": BY_OTHERS},
    ),
    HeldRows(
        "season_entries",
        "leagues.EntrantPlayer.user",
        (
            *("season", "season__name", "entrant", "entrant__state", "entrant__team"),
            *("entrant__division", "entrant__group", "entrant__standing__place"),
            *("entrant__confirmed", "entrant__move_reason", "entrant__withdrawn_at"),
        ),
    ),
    HeldRows(
        "season_acts",
        "leagues.EventAuthor.user",
        ("season", "season__name", "sequence"),
        more={name: Subquery(EVENT.values(name)) for name in ("type", "at", "data")},
        show=act_with_reason,
    ),
    HeldRows("partner_wishes", "leagues.PartnerWish.user", ("season", "partner__handle", "team")),
    HeldRows("season_messages", "leagues.SeasonMessage.author", ("season", "text", "at")),
    HeldRows(
        "rulings_asked",
        "leagues.Ruling.asked_by",
        ("asked_at", "question", *ASKED),
        {"answered_by": BY_OTHERS},
    ),
    HeldRows(
        "rulings_given",
        "leagues.Ruling.answered_by",
        ASKED,
        dict.fromkeys(("asked_by", "asked_at", "question"), BY_OTHERS),
    ),
    hidden={"leagues.PartnerWish.partner": BY_OTHERS},
)
