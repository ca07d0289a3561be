"""Whatever the game asks of people, they answer by the forms of its page."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from accounts.models import User
from illimat_core import may_ask, menu
from illimat_core.cards import FOOLS
from illimat_core.words.descriptions import questions
from tests.support.positions import Asked, asked_positions, game_at
from tests.web.players import Table
from web.playing.offers import MAIN, ActionOffer, offers_of

pytestmark = [pytest.mark.django_db]


class Play(NamedTuple):
    """A kind of play: how a menu offers it, what is sent, and what the way there looks like."""

    offered: Callable[[ActionOffer], bool]
    sent: Callable[[dict[str, Any]], bool]
    hint: str


OPTIONAL = ("echo", "changeling_claim", "forest_queen_claim", "perfect_crime_claim")
"""The decisions that may be passed, apart from those whose answers name it."""
ANSWERS: list[tuple[str, str]] = [
    (each.kind, answer) for each in questions() for answer in each.answers
]
ANSWERS += [(kind, "pass") for kind in (*OPTIONAL, "butchers_claim")]
KINDS_OF_PLAY: dict[str, Play] = {
    "a season of one's choice": Play(
        lambda offer: offer.verb in MAIN and offer.season == "free",
        lambda sent: "season" in sent,
        "card=.St|season=",
    ),
    "the card that sets the season": Play(
        lambda offer: offer.verb == "harvest" and offer.season == "card",
        lambda sent: "season_card" in sent,
        "card=.*card=",
    ),
    "several cards as one": Play(
        lambda offer: offer.verb in MAIN and len(offer.cards) > 1,
        lambda sent: "cards" in sent,
        "card=.*card=",
    ),
    "the value of a Fool": Play(
        lambda offer: offer.verb == "harvest" and bool(FOOLS & offer.cards),
        lambda sent: sent["type"] == "harvest" and "value" in sent,
        "card=F",
    ),
    "a rule besides the sum": Play(
        lambda offer: any(way.also for way in offer.ways),
        lambda sent: sent["type"] == "harvest",
        "verb=harvest",
    ),
}
"""Plays that ask for more than a card, a field and a sum."""


@cache
def found() -> dict[object, Asked]:
    """Return the first position for each answer to a decision, and for each kind of play."""
    wanted: set[object] = {*ANSWERS, *KINDS_OF_PLAY}
    positions: dict[object, Asked] = {}
    for asked in asked_positions():
        kinds = {each[0] for each in wanted if isinstance(each, tuple)}
        plays = {each for each in wanted if not isinstance(each, tuple)}
        if asked.kind not in kinds and not (plays and asked.kind == "turn"):
            continue
        offered = menu(asked.state, asked.seat)
        assert offered
        offers = offers_of(offered)
        shown: set[object] = {(asked.kind, offer.verb) for offer in offers}
        shown |= {
            each
            for each in plays
            if any(KINDS_OF_PLAY[str(each)].offered(offer) for offer in offers)
        }
        positions |= dict.fromkeys(shown & wanted, asked)
        wanted -= shown
        if not wanted:
            break
    return positions


def play_at(
    asked: Asked, people: list[User], wanted: Callable[[dict[str, Any]], bool], hint: str
) -> Any:
    """Let the people of a position go through its page until it can send what is wanted."""
    game = game_at(asked, people)
    table = Table(game.id, people, 5)
    user = people[-1] if asked.seat is None else game.person(asked.seat)
    version = game.game.version
    sent = table.act_as(user, wanted, hint)
    assert game.game.version > version
    return sent


@pytest.fixture
def four(people: list[User]) -> list[User]:
    """Return enough people for any table, and somebody who watches."""
    more = [User.objects.create_user(name, f"{name}@example.org") for name in ("dee", "eve")]
    return [*people, *more]


@pytest.mark.parametrize(("kind", "answer"), ANSWERS, ids=map("-".join, ANSWERS))
def test_every_answer_to_every_decision_is_given_by_the_page(
    four: list[User], kind: str, answer: str
) -> None:
    sent = play_at(
        found()[kind, answer], four, lambda action: action["type"] == answer, f"verb={answer}"
    )
    assert json.loads(sent["actions"])[-1]["type"] == answer


def dock_of(asked: Asked, people: list[User]) -> str:
    """Return the dock of the page on which a position's decision is made."""
    assert asked.seat is not None
    table = game_at(asked, people)
    page = Table(table.id, people, 5).look(table.person(asked.seat)).html
    return page.partition('id="dock"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("harvest", "no card of yours can harvest in another field"),
        ("stockpile", "no card of yours can make a stockpile in another field"),
    ],
)
def test_an_echo_that_can_only_be_passed_says_why(four: list[User], act: str, why: str) -> None:
    asked = [each for each in asked_positions() if each.kind == "echo"]
    repeated = [each for each in asked if each.state.pending and each.state.pending.act == act]
    for each in repeated:
        offered = menu(each.state, each.seat)
        assert offered
        if not offered.plays:
            assert why in dock_of(each, four)
            break
    else:
        pytest.fail("No golden game has such a position.")
    possible = next(
        each for each in asked if (found := menu(each.state, each.seat)) and found.plays
    )
    assert "You can only pass" not in dock_of(possible, four)


def test_to_keep_all_cards_is_a_quiet_button_until_some_are_chosen(four: list[User]) -> None:
    asked = found()["gambler", "discard"]
    assert asked.state.pending
    assert not asked.state.pending.optional
    dock = dock_of(asked, four)
    assert '<button class="quiet">Keep all</button>' in dock
    assert '<button class="go">' not in dock
    assert asked.seat is not None
    card = asked.state.players[asked.seat].hand[0]
    table = game_at(asked, four)
    page = Table(table.id, four, 5).look(
        table.person(asked.seat), f"/games/{table.id}?verb=discard&card={card}"
    )
    assert '<button class="go">Throw in 1</button>' in page.html
    assert "Keep all" not in page.html


def test_who_asks_for_the_card_of_a_stockpile_reads_it_on_the_page(four: list[User]) -> None:
    asked = next(each for each in asked_positions() if may_ask(each.state, each.seat))
    assert asked.seat is not None
    table = game_at(asked, four)
    user = table.person(asked.seat)
    player = Table(table.id, four, 5)
    player.act_as(user, lambda action: action["type"] == "ask_passive", "")
    assert re.search(r'<p class="own"[^>]*>[^<]* shows ', player.look(user).html)


@pytest.mark.slow
@pytest.mark.parametrize("what", KINDS_OF_PLAY)
def test_all_that_a_play_asks_for_is_chosen_on_the_page(four: list[User], what: str) -> None:
    play = KINDS_OF_PLAY[what]
    play_at(found()[what], four, play.sent, play.hint)
