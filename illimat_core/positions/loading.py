"""Loading a position, with strict checks whose errors name the member or card at fault."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from illimat_core.cards import (
    ACTOR,
    COVER,
    FIELDS,
    LUMINARIES,
    ORDER,
    SEASONS,
    Card,
    FieldId,
    Luminary,
    Seat,
)
from illimat_core.editions import CURRENT
from illimat_core.errors import OptionsError, PositionError
from illimat_core.messages import ENGLISH
from illimat_core.options import MAX_ROUNDS, Options, read_options
from illimat_core.positions.middle import check_middle, read_middle
from illimat_core.rules.hooks import Draft
from illimat_core.rules.scoring import is_tiebreak_round
from illimat_core.rules.sums import one_sum
from illimat_core.rules.turn import settle_turn
from illimat_core.state import Field, Item, Player, SeenCard, State, Turn, order_groups

MEMBERS: Final = frozenset(
    {
        "options", "dealer", "turn", "round", "summer", "hands", "fields", "draw", "luminaries",
        "children", "reserve", "okuses", "harvested", "private", "claimed", "scores", "astronomer",
        "harvested_last_turn", "forfeited", "fields_next", "audience_as", "audience_was", "over",
        "winner", "round_points", "pending",
    }
)  # fmt: skip

OTHERS: Final = tuple(name for name in LUMINARIES if name != ACTOR)
"""The luminaries that the Audience may act as (R-LUM-AUDIENCE)."""


def load(given: Mapping[str, Any]) -> State:
    """Return the state of a position, after the steps that run by themselves (ACTIONS.md 3).

    It may wait for chance. Raises ``PositionError``, which names the member or card at fault.
    """
    state = _Reader(given).state()
    check_middle(state)
    draft = Draft(state, CURRENT)
    if not state.over and state.pending is None and not state.turn.played:
        settle_turn(draft)
        draft.settle()
    return draft.state


class _Reader:
    """Reads one position, tracking its cards so that none is in two places."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        if not isinstance(given, Mapping):
            raise PositionError("A position is an object of members.")
        self.given = given
        self._seen: dict[str, str] = {}
        unknown = sorted(str(name) for name in given if name not in MEMBERS)
        if unknown:
            raise PositionError(f"{unknown[0]}: a position has no such member.")
        try:
            self.options: Options = read_options(_mapping("options", given.get("options", {})))
        except OptionsError as error:
            raise PositionError(f"options: {error}") from None

    def state(self) -> State:
        seats = self.options.seats
        turn_seat = self._seat("turn", self.given.get("turn", 0))
        middle = read_middle(self.given.get("pending", {}), seats, turn_seat)
        fields = tuple(self._field(at) for at in FIELDS)
        board, players = self._okuses(self._players())
        over = self._of("over", bool, False)
        players = tuple(
            msgspec.structs.replace(
                player,
                passive=middle.passive.get(str(seat)),
                asked=middle.asked.get(str(seat), ()),
                chosen=middle.chosen.get(str(seat)),
            )
            for seat, player in enumerate(players)
        )
        turn = Turn(
            seat=turn_seat, open=tuple(a for a, f in zip(FIELDS, fields, strict=True) if f.face_up)
        )
        return State(
            options=self.options,
            edition=CURRENT.name,
            players=players,
            version=1,
            round=self._number("round", 1, 1, MAX_ROUNDS),
            dealer=self._seat("dealer", self.given.get("dealer", seats - 1)),
            summer=self._one_of("summer", FIELDS, "SW"),
            fields=fields,  # type: ignore[arg-type]
            beneath=self._children(fields),
            deck=self._cards("draw", self.given.get("draw", [])),
            reserve=self._luminaries("reserve", self.given.get("reserve", [])),
            board=board,
            turn=middle.turn or turn,
            pending=middle.decision,
            stars_as=self._one_of("astronomer", (*SEASONS, None), None),
            was_audience=self._one_of("audience_was", (*OTHERS, None), None),
            unwinnable=middle.unwinnable,
            tiebreak=middle.tiebreak or (not over and is_tiebreak_round(self.options, players)),
            fields_next=self._one_of("fields_next", FIELDS, "SW"),
            over=over,
            winners=self._winners(over, players),
            round_points=self._round_points(),
        )

    def _players(self) -> tuple[Player, ...]:
        hands = self._by_seat("hands")
        harvested = self._by_seat("harvested")
        private = self._by_seat("private")
        claimed = self._by_seat("claimed")
        scores = self._scores()
        last_turn = self._by_seat("harvested_last_turn")
        gone = set(self._seats("forfeited", self.given.get("forfeited", [])))
        if not self.given.get("over"):
            self._check_goes_on(gone)
        players = []
        for seat in range(self.options.seats):
            pile = self._cards(f"harvested.{seat}", harvested.get(seat, []))
            players.append(
                Player(
                    hand=self._cards(f"hands.{seat}", hands.get(seat, [])),
                    harvested=pile,
                    private=self._private(seat, private.get(seat, {}), pile),
                    claimed=self._luminaries(f"claimed.{seat}", claimed.get(seat, [])),
                    score=scores.get(seat, 0),
                    gone=seat in gone,
                    harvested_in=tuple(
                        _one_of(f"harvested_last_turn.{seat}", at, FIELDS)
                        for at in _sequence(f"harvested_last_turn.{seat}", last_turn.get(seat, []))
                    ),
                )
            )
            if seat in gone and players[-1].hand:
                raise PositionError(f"hands.{seat}: a seat that left holds no cards.")
            if (automaton := self.options.automaton_at(seat)) and players[-1].hand:
                name = ENGLISH.say(automaton.name)
                raise PositionError(f"hands.{seat}: {name} can hold no cards.")
        return tuple(players)

    def _check_goes_on(self, gone: set[Seat]) -> None:
        """Refuse forfeits that would have ended the game (R-END-3)."""
        sides = self.options.sides
        left = [side for side in sides if not gone.issuperset(side)]
        if len(left) < min(2, len(sides)):
            raise PositionError("forfeited: with so many gone the game would be over.")

    def _scores(self) -> dict[Seat, int]:
        """Return the scores by seat; partners share one."""
        given = self._by_seat("scores")
        scores: dict[Seat, int] = {}
        for seat, score in given.items():
            _number(f"scores.{seat}", score, 0)
            for partner in self.options.side(seat):
                if given.get(partner, score) != score:
                    raise PositionError(f"scores: seats {seat} and {partner} have one score.")
                scores[partner] = score
        return scores

    def _private(self, seat: Seat, given: Any, pile: tuple[Card, ...]) -> tuple[SeenCard, ...]:
        name = f"private.{seat}"
        seen = []
        for card, by in _mapping(name, given).items():
            if card not in pile:
                raise PositionError(f"{name}: {card!r} is not in that harvest pile.")
            seats = self._seats(f"{name}.{card}", by)
            if seat not in seats:
                raise PositionError(f"{name}.{card}: seat {seat} has seen what it harvested.")
            seen.append(SeenCard(card, tuple(sorted(seats))))
        return tuple(sorted(seen, key=lambda each: ORDER[each.card]))

    def _okuses(self, players: tuple[Player, ...]) -> tuple[tuple[Seat, ...], tuple[Player, ...]]:
        given = _mapping("okuses", self.given.get("okuses", {}))
        held = {}
        for key, count in given.items():
            if key != "board":
                held[self._seat("okuses", key)] = _number(f"okuses.{key}", count, 0)
        most = self.options.seats if self.options.mode_rules.okuses else 0
        board = given.get("board", max(0, most - sum(held.values())))
        total = _number("okuses.board", board, 0) + sum(held.values())
        if total > most:
            raise PositionError(f"okuses: there are {most} of them, not {total}.")
        # Okuses of seats that left may be missing: a new round has none of theirs.
        numbers = iter(sorted(range(most), key=lambda seat: (players[seat].gone, seat)))
        taken = {
            seat: tuple(next(numbers) for _ in range(held.get(seat, 0))) for seat in sorted(held)
        }
        left = tuple(sorted(next(numbers) for _ in range(board)))
        return left, tuple(
            msgspec.structs.replace(player, okuses=taken.get(seat, ()))
            for seat, player in enumerate(players)
        )

    def _field(self, at: FieldId) -> Field:
        given = _mapping("fields", self.given.get("fields", {}))
        for key in given:
            _one_of("fields", key, FIELDS)
        items = tuple(
            self._item(f"fields.{at}", item)
            for item in _sequence(f"fields.{at}", given.get(at, []))
        )
        luminary, face_up = self._luminary_at(at)
        return Field(
            items=items,
            luminary=luminary,
            face_up=face_up,
            acts_as=self._acts_as(at, luminary, face_up=face_up),
        )

    def _item(self, name: str, given: Any) -> Item:
        if isinstance(given, str):
            return Item((self._cards(name, [given]),))
        members = dict(_mapping(name, given))
        hidden = self._cards(f"{name} hidden", members.pop("hidden", []))
        if len(members) != 1:
            raise PositionError(
                f"{name}: an item is a card, or a stockpile with one value: {given}."
            )
        ((key, cards),) = members.items()
        if key == "card":
            return Item((self._cards(name, [cards]),), hidden=hidden)
        return self._stockpile(name, key, cards, hidden)

    def _stockpile(self, name: str, key: Any, given: Any, hidden: tuple[Card, ...]) -> Item:
        value = next((n for n in range(1, 15) if str(n) == str(key)), 0)
        if not value:
            raise PositionError(f"{name}: a stockpile has a value of 1 to 14, not {key!r}.")
        text = " ".join(str(part) for part in _sequence(name, given))
        groups = tuple(
            self._cards(name, part.replace(",", " ").split()) for part in text.split("|")
        )
        if len(groups) == 1 and len(groups[0]) < 2:
            raise PositionError(f"{name}: a stockpile has at least two cards: {given}.")
        for group in groups:
            if not one_sum([Item(((card,),)) for card in group], value):
                cards = " ".join(group)
                raise PositionError(f"{name}: {cards or 'nothing'} does not make {value}.")
        return Item(order_groups(groups), value, hidden)

    def _luminary_at(self, at: FieldId) -> tuple[Luminary | None, bool]:
        given = _mapping("luminaries", self.given.get("luminaries", {}))
        for key in given:
            _one_of("luminaries", key, FIELDS)
        name = given.get(at)
        if name is None:
            return None, False
        face_up = not (isinstance(name, str) and name.startswith("(") and name.endswith(")"))
        bare = name if face_up else name[1:-1]
        (luminary,) = self._luminaries("luminaries", [bare])
        return luminary, face_up

    def _acts_as(self, at: FieldId, luminary: Luminary | None, *, face_up: bool) -> Luminary | None:
        given = _mapping("audience_as", self.given.get("audience_as", {}))
        for key in given:
            _one_of("audience_as", key, FIELDS)
        if at not in given:
            return None
        if luminary != ACTOR or not face_up:
            actor = ENGLISH.form("luminary", ACTOR)
            raise PositionError(f"audience_as.{at}: {actor} does not lie there face up.")
        acts_as: Luminary = _one_of(f"audience_as.{at}", given[at], OTHERS)
        return acts_as

    def _children(self, fields: tuple[Field, ...]) -> tuple[Card, ...]:
        cards = self._cards("children", self.given.get("children", []))
        if cards and not any(field.shows(COVER) for field in fields):
            cover = ENGLISH.form("luminary", COVER)
            raise PositionError(f"children: {cover} do not lie face up on the board.")
        return cards

    def _luminaries(self, name: str, given: Any) -> tuple[Luminary, ...]:
        found = tuple(_one_of(name, each, LUMINARIES) for each in _sequence(name, given))
        for luminary in found:
            self._once(luminary, name)
        return found

    def _cards(self, name: str, given: Any) -> tuple[Card, ...]:
        cards = []
        for card in _sequence(name, given):
            if not isinstance(card, str) or card not in ORDER:
                raise PositionError(
                    f"{name}: {card!r} is no card; cards are written like FSu, 10Wi."
                )
            self._once(card, name)
            cards.append(Card(card))
        return tuple(cards)

    def _once(self, thing: str, name: str) -> None:
        if thing in self._seen:
            raise PositionError(f"{thing} is in two places: {self._seen[thing]} and {name}.")
        self._seen[thing] = name

    def _winners(self, over: bool, players: tuple[Player, ...]) -> tuple[Seat, ...] | None:
        given = self.given.get("winner")
        if given is None:
            return () if over else None
        if not over:
            raise PositionError("winner: the game is not over.")
        winners = self._seats("winner", given)
        for seat in winners:
            if players[seat].gone:
                raise PositionError(f"winner: seat {seat} left, and cannot win.")
        return tuple(sorted(winners))

    def _round_points(self) -> tuple[int, ...] | None:
        if self.given.get("round_points") is None:
            return None
        points = self._by_seat("round_points")
        return tuple(
            _number(f"round_points.{seat}", points.get(seat, 0))
            for seat in range(self.options.seats)
        )

    def _by_seat(self, name: str) -> dict[Seat, Any]:
        given = _mapping(name, self.given.get(name, {}))
        return {self._seat(name, key): value for key, value in given.items()}

    def _seat(self, name: str, given: Any) -> Seat:
        number = int(given) if isinstance(given, str) and given in set("0123456789") else given
        if not isinstance(number, int) or isinstance(number, bool):
            raise PositionError(f"{name}: {given!r} is no seat.")
        if not 0 <= number < self.options.seats:
            raise PositionError(
                f"{name}: there is no seat {number}; seats are 0 to {self.options.seats - 1}."
            )
        return number

    def _seats(self, name: str, given: Any) -> tuple[Seat, ...]:
        seats = tuple(self._seat(name, seat) for seat in _sequence(name, given))
        if len(set(seats)) < len(seats):
            raise PositionError(f"{name}: a seat is named twice.")
        return seats

    def _number(self, name: str, default: int, least: int, most: int) -> int:
        return _number(name, self.given.get(name, default), least, most)

    def _one_of(self, name: str, allowed: Iterable[Any], default: Any) -> Any:
        return _one_of(name, self.given.get(name, default), tuple(allowed))

    def _of(self, name: str, kind: type, default: Any) -> Any:
        value = self.given.get(name, default)
        if not isinstance(value, kind):
            raise PositionError(f"{name}: {value!r} is not a {kind.__name__}.")
        return value


def _mapping(name: str, given: Any) -> Mapping[Any, Any]:
    if not isinstance(given, Mapping):
        raise PositionError(f"{name}: an object is expected, not {given!r}.")
    return given


def _sequence(name: str, given: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(given, list | tuple):
        raise PositionError(f"{name}: a list is expected, not {given!r}.")
    return given


def _number(name: str, given: Any, least: int | None = None, most: int | None = None) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise PositionError(f"{name}: a number is expected, not {given!r}.")
    if (least is not None and given < least) or (most is not None and given > most):
        raise PositionError(f"{name}: {given} is out of range.")
    return given


def _one_of(name: str, given: Any, allowed: tuple[Any, ...]) -> Any:
    if not isinstance(given, str | None) or given not in allowed:
        known = ", ".join(str(each) for each in allowed if each)
        raise PositionError(f"{name}: {given!r} is none of {known}.")
    return given
