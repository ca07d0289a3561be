"""Add a scene for each kind of page to the database of a running server; print their addresses.

With the argument `long`, the people have names as long as accounts allow.
"""

import json
import sys

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402 - models need Django to be set up

from accounts.blocks import block_make  # noqa: E402
from accounts.models import User  # noqa: E402
from games.actors import CommandSource  # noqa: E402
from games.making.invitations import invitation_make  # noqa: E402
from games.models import Game  # noqa: E402
from games.play.ends import end_wish  # noqa: E402
from leagues.models import Organiser  # noqa: E402
from leagues.stream.events import EntrantWithdrew  # noqa: E402
from notifications.content.links import answer_urls, choices_url, stop_url  # noqa: E402
from notifications.kinds.your_turn import YOUR_TURN  # noqa: E402
from notifications.webhooks.services import webhook_create  # noqa: E402
from ratings.models import Rating  # noqa: E402
from tests.support.played_seasons import PlayedSeason  # noqa: E402
from tests.support.positions import asked_positions, game_at  # noqa: E402
from tests.support.service_games import ServiceGame  # noqa: E402
from web.account.settings import PAGES  # noqa: E402

PASSWORD = "wheat-and-rye-7"


def scenes(handles: tuple[str, str, str]) -> dict[str, list[str]]:
    """Return the addresses of pages for strangers, and for ada once she has logged in."""
    people = [
        User.objects.create_user(handle, f"{name}@example.org", PASSWORD)
        for handle, name in zip(handles, NAMES, strict=True)
    ]
    for user in people:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    ada, bob, cy = people
    dan = User.objects.create_user("dan", "dan@example.org")
    mine, theirs, over = (ServiceGame([ada, bob], luminaries="all", mode=m) for m in MODES)
    while mine.awaited != ada:
        mine.play(3)
    while theirs.awaited == ada:
        theirs.play(3)
    over.finish()
    waiting, invited = ServiceGame([ada], players=3), ServiceGame([bob], players=3)
    creator = Game.objects.get(pk=invited.id).creator
    assert creator is not None
    invitation_make(user=creator, game_id=invited.id, handle=handles[0])
    alone, fields = (ServiceGame([ada], mode=mode) for mode in ("solitaire", "solo_fields"))
    off = ServiceGame([ada], players=3)
    host = off.game.creator
    assert host is not None
    end_wish(user=host, game_id=off.id, source=CommandSource.API)
    chosen = next(each for each in asked_positions() if each.kind == "gambler" and each.seat == 0)
    asked = game_at(chosen, [*people, dan])
    season = PlayedSeason([people], at_table=2, format="swiss", rounds=3, days_per_round=9)
    first, *_ = season.pair(season.divisions[0][:2], season.divisions[0][1:])
    season.finish((first, (31, 24)))
    season.append(EntrantWithdrew(entrant=season.divisions[0][2]))
    Organiser.objects.create(league=season.league, user=ada)
    block_make(user=ada, blocked=dan)
    hook = f"/settings/webhooks/{webhook_create(user=ada, url=HOOK).pk}"
    Rating.objects.update(games=6)  # those of the game that is over, which may be shown then
    Rating.objects.create(level="strong", mode=over.game.mode, house=True, games=6)
    games = [f"/games/{table.id}" for table in (mine, theirs, over, waiting, invited)]
    seat = mine.state.awaited[0]
    assert seat is not None
    card = mine.state.players[seat].hand[0]
    leagues = ["/leagues/", f"/leagues/{season.league.pk}", f"/seasons/{season.season.pk}"]
    public = [
        "/",
        "/games/",
        "/games/running",
        *games[:4],
        *leagues,
        "/rules/",
        "/luminaries/rake",
        "/first",
        "/first?card=2Au",
        "/first/sow-2Au-SE",
        "/offline",
        "/api/guide/concepts/page.md",
        "/api/guide/",
    ]
    accounts = [f"/accounts/{path}/" for path in ("login", "signup", "password/reset")]
    signed = [
        choices_url(bob, theirs.id),
        stop_url(cy, [YOUR_TURN]),
        stop_url(cy, [YOUR_TURN], combined=True),
        *answer_urls(ada, invited.id).values(),
    ]
    mails = [address.partition("://")[2].partition("/")[2] for address in signed]
    own = ["email", "password/change", "sessions", "logout", "2fa", "2fa/totp/activate"]
    return {
        "strangers": [*public, *accounts, *(f"/{path}" for path in mails), "/no-such-page"],
        "ada": [
            *(
                "/",
                "/settings",
                *(f"/settings/{page}" for page in PAGES),
                "/settings/notifications",
                f"/people/{handles[1]}",
                f"/report/person/{handles[1]}",
                "/games/",
            ),
            *(
                "/settings/calendar",
                "/settings/close",
                "/settings/data",
                f"{games[0]}/notifications",
            ),
            *("/settings/webhooks", hook, "/games/mine", "/games/mine?state=my_turn"),
            *("/leaders/", "/leaders/beginner", f"/people/{handles[1]}/results/beginner"),
            *("/games/new", "/games/practice", "/leagues/new", "/no-such-page"),
            *(games + leagues + [f"/accounts/{path}/" for path in own]),
            *(f"{games[2]}/{page}" for page in ("log", "scores", "check", "analysis", "replay")),
            *(f"{path}/organise" for path in leagues[1:]),
            *(f"{leagues[2]}/{page}" for page in SEASON),
            *(f"{leagues[2]}/tables/{first}", f"{leagues[1]}/seasons/new"),
            f"{leagues[2]}/entrants/{season.divisions[0][0]}",
            *(f"{games[number]}/table" for number in (0, 3)),
            *(f"/games/{table.id}" for table in (alone, fields, off, asked)),
            *(
                f"/people/{handles[1]}/seasons",
                f"{games[0]}?card={card}",
                f"{games[0]}?card={card}&field=NW",
            ),
        ],
    }


SEASON = ("rules", "entrants", "rulings", "messages")
HOOK = "https://hooks.example.org/illimat"
NAMES = ("ada", "bob", "cy")
LONG = ("Wilhelmina-Mammamoo1", "Bartholomaeus_Wimmer", "C0000000000000000000")
MODES = ("standard", "standard", "beginner")

if __name__ == "__main__":
    print(json.dumps(scenes(LONG if "long" in sys.argv else NAMES)))
