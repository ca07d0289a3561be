"""A table with all its players, which checks that the server's answers to them agree.

Every contradiction raises UnexpectedError.
"""

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any
from uuid import uuid4

from demo.people import Person
from demo.server import UnexpectedError

MAX_ACTIONS = 1000  # of a list, to choose from
PUBLIC = ("version", "head", "state", "round", "awaited", "players", "winners", "decisions")

Game = dict[str, Any]


class DemoGame:
    """A game that has begun, with its people by seat."""

    def __init__(self, people: Iterable[Person], path: str) -> None:
        """Load the game at `path` for `people`, who are all its players."""
        self.path = path
        self.people = {person.get(path)["you"]["seat"]: person for person in people}
        self.actor = [*self.people][-1]  # the seat that acted last: sitting down began the game
        self.seen: dict[int, Game] = {}
        self.read = dict.fromkeys(self.people, 0)  # the last event that each has read
        self.look()

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def game(self) -> Game:
        """The game as the first seat last saw it; its public members are the same for all seats."""
        return self.seen[0]

    @property
    def version(self) -> int:
        """The number of events."""
        version: int = self.game["version"]
        return version

    @property
    def over(self) -> bool:
        return bool(self.game["state"] != "running")

    @property
    def seat(self) -> int:
        """The seat whose turn it is; in beginner mode there is never more than one."""
        (seat,) = self.game["awaited"]
        return int(seat)

    def hand(self, seat: int) -> list[str]:
        cards = self.seen[seat]["view"]["hands"][str(seat)]
        if not isinstance(cards, list):
            raise UnexpectedError(f"{self.people[seat]} does not see the own hand: {cards!r}")
        return cards

    def hidden_from(self, seat: int) -> list[str]:
        return [card for other in self.people if other != seat for card in self.hand(other)]

    def look(self) -> None:
        """Fetch the game for every seat; check that all see the same, and nobody another's hand."""
        self.seen = {seat: person.get(self.path) for seat, person in self.people.items()}
        for seat, game in self.seen.items():
            for member in PUBLIC:
                if _shared(game, member) != _shared(self.game, member):
                    raise UnexpectedError(f"Seats 0 and {seat} are told different {member}.")
            if not self.over:
                self.check_hidden(seat, f"GET {self.path}", json.dumps(game))

    def check_hidden(self, seat: int, where: str, text: str) -> None:
        """Check that a text for a seat names no card of another seat's hand."""
        for card in self.hidden_from(seat):
            if re.search(rf"\b{card}\b", text):
                raise UnexpectedError(f"{self.people[seat]} sees another's {card} in {where}.")

    def legal_actions(self, seat: int) -> list[Mapping[str, Any]]:
        """Return the legal actions of a seat, from the complete list."""
        listed = self.people[seat].pages(f"{self.path}/legal-actions?limit=100")
        actions = list(islice(listed, MAX_ACTIONS))
        if not actions:
            raise UnexpectedError(f"{self.people[seat]} is awaited, and may do nothing.")
        return actions

    def catch_up(self, seat: int) -> list[Game]:
        """Fetch the events that a seat has not read yet; check that none is left out."""
        person, last = self.people[seat], self.read[seat]
        entries = list(person.pages(f"{self.path}/events?after={last}&limit=100"))
        check_sequence(entries, last, self.version)
        self.read[seat] = self.version
        self.check_events(seat, f"GET {self.path}/events", entries)
        return entries

    def check_events(self, seat: int, where: str, entries: Sequence[Mapping[str, Any]]) -> None:
        """Check that no log entry since the last deal names a card that another seat holds now."""
        if not self.over:
            since = max((i for i, entry in enumerate(entries) if is_deal(entry)), default=0)
            told = json.dumps([entry["event"] for entry in entries[since:]])
            self.check_hidden(seat, where, told)

    def play(self, choices: random.Random) -> Mapping[str, Any]:
        """Play an action for the seat whose turn it is; check that sending it twice counts once.

        The repeated request carries the same Idempotency-Key. Return the action.
        """
        seat = self.seat
        self.catch_up(seat)
        action = choices.choice(self.legal_actions(seat))
        wish = {"expected_version": self.version, "action": action}
        person, key, path = self.people[seat], str(uuid4()), f"{self.path}/actions"
        done = person.ask("POST", path, wish, key=key)
        if person.ask("POST", path, wish, key=key) != done:
            raise UnexpectedError(f"A repeated {action['type']} was answered in another way.")
        before, after = self.version, done.json["version"]
        check_sequence(done.json["events"], before, after)
        self.actor = seat
        self.look()
        if self.version != after:
            raise UnexpectedError(
                f"{person} was told of version {after}, but the game is at {self.version}."
            )
        self.check_events(seat, f"the answer to {action['type']}", done.json["events"])
        return action

    def check_end(self) -> None:
        """Check that the score follows from the log, which is now the same for everybody."""
        self.read = dict.fromkeys(self.people, 0)
        logs = [self.catch_up(seat) for seat in self.people]
        if any(log != logs[0] for log in logs):
            raise UnexpectedError("After the end, the log is not the same for everybody.")
        events = [entry["event"] for entry in logs[0]]
        rounds = [event for event in events if event["type"] == "RoundScored"]
        scores = [player["score"] for player in self.game["players"]]
        if scores != rounds[-1]["scores"] or scores != add_up(rounds):
            raise UnexpectedError(f"The rounds do not add up to the score, {scores}.")
        winners = self.game["winners"]
        if winners != events[-1]["winners"] or any(scores[w] != max(scores) for w in winners):
            raise UnexpectedError(f"With the score {scores}, seats {winners} cannot have won.")


def set_up(people: Sequence[Person], **options: object) -> DemoGame:
    """Have the first person make a table for beginners, and the others sit down at it."""
    creator, *others = people
    wish = {"mode": "beginner", "players": len(people)} | options
    table = {"options": wish, "visibility": "link"}
    made = creator.ask("POST", "/api/v1/games", table, expect=201, key=str(uuid4())).json
    path = f"/api/v1/games/{made['id']}"
    for person in others:
        person.ask("POST", f"{path}/seats", {})
    return DemoGame(people, path)


def choices_by(seed: int) -> random.Random:
    """Return a random source that makes the same choices for the same seed."""
    return random.Random(seed)  # noqa: S311 - nobody gains by guessing them


def is_deal(entry: Mapping[str, Any]) -> bool:
    return bool(entry["event"]["type"] == "RoundDealt")


def check_sequence(entries: Sequence[Mapping[str, Any]], after: int, upto: int) -> None:
    """Check that the entries of a log are those above `after` up to `upto`, without a gap."""
    sequences = [entry["sequence"] for entry in entries]
    if sequences != list(range(after + 1, upto + 1)):
        raise UnexpectedError(f"Events {after + 1} to {upto} were asked for, {sequences} came.")


def add_up(rounds: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the scores after `rounds`; a penalty never takes a score below zero (R-SCORE-5)."""
    scores = [0] * len(rounds[0]["tallies"])
    for scored in rounds:
        gained = [tally["points"] - tally["penalty"] for tally in scored["tallies"]]
        scores = [max(0, score + points) for score, points in zip(scores, gained, strict=True)]
    return scores


def _shared(game: Any, member: str) -> Any:
    """Return what all seats are told alike of a game, whenever they ask at the same version.

    The reliability of players also follows the decisions that they make in other games.
    """
    if member != "players":
        return game[member]
    return [{**player, "reliability": None} for player in game["players"]]
