"""A whole game played for show, from sign-up to the final score, with everything checked."""

import random
import re
from collections.abc import Callable
from email.message import EmailMessage

from rich.table import Table

from demo.mail import Letters, cards_in, text_of
from demo.people import gather
from demo.server import Server, UnexpectedError
from demo.table import DemoGame, set_up

NAMES = ("Ada", "Bob", "Cleo")

Tell = Callable[[str], None]


def play_show(server: Server, letters: Letters, choices: random.Random, tell: Tell) -> DemoGame:
    """Have three people play a whole game for beginners, and return its table at the end.

    `choices` picks among the legal actions; `tell` is called with each line about the progress.
    Raises UnexpectedError at the first thing that is not as it should be.
    """
    tell("Three people sign up, and wait for the mail with the code.")
    people = gather(server, NAMES, letters)
    for person in people:
        person.log_out()
        person.log_in()
    table = set_up(people)
    told: set[int] = set()
    acted = 0
    while not table.over:
        person = table.people[table.seat]
        if table.seat not in {*told, table.actor}:  # no mail about one's own action
            tell(f"{person} waits for the mail about the first turn.")
            check_turn_letter(letters, table, table.seat)
            told.add(table.seat)
        table.play(choices)
        acted += 1
        actions = "action" if acted == 1 else "actions"
        tell(f"Round {table.game['round']}, {acted} {actions}: {score_line(table)}")
    tell("All wait for the mail about the end.")
    table.check_end()
    for seat in table.people:
        check_end_letter(letters, table, seat)
    return table


def check_turn_letter(letters: Letters, table: DemoGame, seat: int) -> EmailMessage:
    """Wait for the letter about a turn and return it; it must show the reader's hand alone."""
    reader = table.people[seat]
    sealed = re.compile(rf"The log has {table.version} events\.[^:]*:\s+{table.game['head']}\b")
    letter = letters.wait(reader.address, "the turn", sealed, subject="your turn")
    for kind in ("plain", "html"):
        text = text_of(letter, kind)
        cards = cards_in(text)
        missing = [card for card in table.hand(seat) if card not in cards]
        if f"/games/{table.id}" not in text or missing:
            raise UnexpectedError(f"The mail to {reader} lacks its link, or {missing} of the hand.")
        table.check_hidden(seat, f"a mail's {kind} part", " ".join(cards))
    return letter


def check_end_letter(letters: Letters, table: DemoGame, seat: int) -> None:
    """Wait for the letter about the end, and check that it gives the score."""
    link = re.compile(f"/games/{table.id}")
    letter = letters.wait(table.people[seat].address, "the end", link, subject="the game is over")
    for player in table.game["players"]:
        name = "You" if player["seat"] == seat else player["handle"]
        if f"{name}: {player['score']}\n" not in text_of(letter):
            raise UnexpectedError(f"The mail about the end has no score of {player['handle']}.")


def score_line(table: DemoGame) -> str:
    return ", ".join(f"{player['handle']} {player['score']}" for player in table.game["players"])


def score_table(table: DemoGame) -> Table:
    """Return the final score, best first; a star marks the winners."""
    game = table.game
    shown = Table("", "Player", box=None, pad_edge=False)
    shown.add_column("Points", justify="right")
    for player in sorted(game["players"], key=lambda player: -player["score"]):
        star = "*" if player["seat"] in game["winners"] else ""
        shown.add_row(star, player["handle"], str(player["score"]))
    return shown
