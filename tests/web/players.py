"""People who play by the page's links and forms alone, as a browser without scripts lets them."""

import json
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.test import Client

from accounts.models import User
from games.models import Game
from games.stream import store
from tests.support.pages import browser_of
from trials.dice import dice

MOST_STEPS = 60  # choices until something is sent


class Form(NamedTuple):
    """A form of the page: where it leads, and what it sends."""

    action: str
    fields: dict[str, str]


class Page(HTMLParser):
    """A page of a game: the choices that the dock and the board offer, and its forms."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.html = html
        self.address = address
        self.choices: list[str] = []
        self.chosen: list[str] = []
        self.forms: list[Form] = []
        self.alert = 'role="alert"' in html
        self.asks = 'class="turn wait"' not in html
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link of the page to itself, a form or a field of a form."""
        found = {name: value or "" for name, value in attrs}
        leads = found.get("href", "")
        chooses = leads.startswith("?") and not leads.endswith("#about")
        if tag == "a" and chooses and "data-back" not in found:
            kind = self.chosen if "aria-current" in found else self.choices
            kind.append(urljoin(self.address, leads))
        if tag == "form":
            self.forms.append(Form(urljoin(self.address, found.get("action", "")), {}))
        if tag == "input" and self.forms and "name" in found:
            self.forms[-1].fields[found["name"]] = found.get("value", "")


class Table:
    """The browsers of the people at a game, who choose at random among what they are offered."""

    def __init__(self, game_id: Any, people: list[User], seed: int) -> None:
        self.id, self.random = game_id, dice(seed)
        self.browsers: dict[User | None, Client] = {user: browser_of(user) for user in people}
        self.sent: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.id)

    def look(self, user: User, address: str = "") -> Page:
        address = address or f"/games/{self.id}"
        answer = self.browsers[user].get(address)
        assert answer.status_code == 200, address
        return Page(answer.content.decode(), address)

    def act(self, user: User) -> None:
        """Choose until there is something to send, and send it."""
        page = self.look(user)
        for step in range(1, 8 * MOST_STEPS):
            forms = [form for form in page.forms if "actions" in form.fields]
            if forms and (not page.choices or self.random.random() < 0.5):
                return self.send(user, self.random.choice(forms))
            among = page.choices or page.chosen
            assert among, page.html
            is_lost = step % 12 == 0  # among sets of cards that fit nothing
            page = self.look(user, "" if is_lost else self.random.choice(among))
            assert "not possible any more" not in page.html, page.address
        raise AssertionError(f"nothing to send: {page.address}")

    def act_as(
        self, user: User, wanted: Callable[[dict[str, Any]], bool], hint: str
    ) -> dict[str, str]:
        """Go through the page until it has a form that sends a wanted action, and send it.

        Of the choices, mostly one is made whose address matches the hint.
        """
        begun = page = self.look(user)
        for step in range(8 * MOST_STEPS):
            for form in page.forms:
                if "actions" in form.fields and wanted(json.loads(form.fields["actions"])[-1]):
                    self.send(user, form)
                    return form.fields
            fresh = step % 12 == 11 or not page.choices
            among = (begun if fresh else page).choices
            hinted = [each for each in among if re.search(hint, each)]
            page = self.look(user, self.random.choice(hinted * 8 + among))
        raise AssertionError(f"nothing wanted to send: {begun.html}")

    def send(self, user: User, form: Form) -> None:
        """Send a form, which must not be refused."""
        answer = self.browsers[user].post(form.action, form.fields)
        assert answer.status_code == 302, (form, answer.content.decode())
        self.sent[form.fields["actions"].split('"')[3]] += 1

    def play(self, most: int = 10_000) -> None:
        """Play the game to its end, or at most `most` actions."""
        for _ in range(most):
            game = self.game
            state = store.state_of(game)
            if state.over:
                return
            seat = self.random.choice(state.awaited)
            user = (
                game.assignments.get(number=seat).user
                if seat is not None
                else next(u for u in self.browsers if not game.assignments.filter(user=u).exists())
            )
            assert user is not None
            self.act(user)


def first_form(page: Page) -> dict[str, str]:
    """Return what the first form that acts in the game sends."""
    return next(form.fields for form in page.forms if "actions" in form.fields)


def ready(table: Table, user: User) -> Page:
    """Return a page with a play that is chosen whole, by any of the ways that lead there."""
    page = table.look(user)
    for step in range(1, 8 * MOST_STEPS):
        if any("actions" in form.fields for form in page.forms):
            return page
        is_lost = step % 12 == 0 or not page.choices
        page = table.look(user, "" if is_lost else table.random.choice(page.choices))
    raise AssertionError(f"nothing to send: {page.address}")
