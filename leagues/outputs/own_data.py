"""What is held about people in leagues, for the file of their own data."""

from accounts.own_data.held import HeldRows, held_add
from accounts.own_data.of_accounts import BY_OTHERS

ASKED = ("season", "fixture", "effect", "places", "reasons", "answered_at")

held_add(
    HeldRows(
        "leagues_organised",
        "leagues.Organiser.user",
        ("league", "league__name", "since"),
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
    HeldRows("season_acts", "leagues.EventAuthor.user", ("season", "sequence")),
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
