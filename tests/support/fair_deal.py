"""Generate the test vectors of docs/concepts/fair-deal.md.

``python -m tests.support.fair_deal`` updates them; a test fails if they are out of date. Whatever
the server computes, too, is computed by its code, so that the vectors bind it as they bind
`check.py`.
"""

import hmac
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from illimat_core import read_options, sealing
from illimat_core.cards import DECK, FIELDS
from illimat_core.rules.sources import SeededSource
from leagues.contest import lots

FILE = Path(__file__).parents[2] / "docs" / "concepts" / "fair-deal-vectors.json"
CHECKER = FILE.parents[2] / "web" / "static" / "web" / "check.py"
check = ModuleType("check")  # not imported: nothing but the file itself may lie among static files
exec(compile(CHECKER.read_text(encoding="utf-8"), str(CHECKER), "exec"), check.__dict__)  # noqa: S102
GAME = "0198f1c2-7d3e-7a51-9c1b-2f4e5d6c7b8a"
SEASON = "0198f1c2-8e4f-7b62-8d2c-3a5f6e7d8c9b"
LABELS = ("deal/1/deck", "reshuffle/207/deck", "steal/45/2")
NO_PREVIOUS = sealing.GENESIS
Vector = dict[str, Any]


def vectors() -> dict[str, list[Vector]]:
    """Return the vectors of each kind, in the order of the page."""
    return {
        "part": list(_parts()),
        "hash": list(_hashes()),
        "secret": list(_secrets()),
        "commitment": list(_commitments()),
        "commitment_to_all": list(_commitments_to_all()),
        "key": list(_keys()),
        "block": list(_blocks()),
        "below": list(_numbers()),
        "pick": list(_picks()),
        "shuffle": list(_shuffles()),
        "luminaries": list(_luminaries()),
        "deal": list(_deals()),
        "blind": list(_blinds()),
        "leaf": list(_leaves()),
        "root": list(_roots()),
        "opening": list(_openings()),
        "lot": list(_lots()),
    }


def text() -> str:
    """Return the file, with a line for each vector."""
    kinds = (
        f"{json.dumps(kind)}: [\n" + ",\n".join(map(_line, listed)) + "\n]"
        for kind, listed in vectors().items()
    )
    return "{\n" + ",\n".join(kinds) + "\n}\n"


def _line(vector: Vector) -> str:
    return json.dumps(vector, ensure_ascii=False)


def _bytes(name: str) -> bytes:
    """Return 32 bytes that look random, and that anybody can make again."""
    return sha256(name.encode()).digest()


def _vector(out: Any, **given: Any) -> Vector:
    return {"in": given, "out": out}


def _parts() -> Iterator[Vector]:
    for part in (
        {"part": {"cards": ["10Wi", "FSp"]}, "salt": _bytes("salt").hex(), "seen_by": [0]},
        {"part": {"resume": []}, "salt": _bytes("other salt").hex(), "seen_by": []},
        {"part": {"name": 'Zoë "Ж" \\ \n 🂡'}, "salt": _bytes("salt").hex(), "seen_by": [None, 3]},
    ):
        written = sealing.canonical(part)
        yield _vector(sealing.commitment_to_part(written.encode()), text=written)


def _hashes() -> Iterator[Vector]:
    part = sealing.canonical({"part": {"cards": []}, "salt": _bytes("salt").hex(), "seen_by": [1]})
    digest = sealing.commitment_to_part(part.encode())
    previous, entropy = _bytes("event").hex(), _bytes("entropy").hex()
    for sequence, seat, public, private, contributed, command in (
        (1, None, {"options": {"players": 2}}, [], entropy + previous, None),
        (2, 0, {"card": "10Wi"}, [part], entropy, GAME),
        (3, 0, {"card": "10Wi"}, [digest], entropy, GAME),
        (4, 3, {}, [part, digest], "", "client/1"),
        (999, -1, {"odd": 'Zoë said "Ж"\\ 🂡'}, [], None, 'Zoë "7" \\ Ж 🂡'),
        (
            1000,
            None,
            {"control": "tab\t line\n null\0 escape\x1b del\x7f sep\u2028"},
            [],
            None,
            "\t\x1f\x7f",
        ),
    ):
        event = {
            "sequence": sequence,
            "type": "CardSown",
            "schema": 1,
            "edition": "2026.1",
            "seat": seat,
            "public": sealing.canonical(public),
            "private": private,
            "entropy": contributed,
            "command_id": command,
            "recorded_at": 1_790_000_000_000_000 + sequence,
        }
        before = NO_PREVIOUS if sequence == 1 else previous
        head = [event[name] for name in list(event)[:6]]
        members = [*head, [digest] * len(private), contributed, command, event["recorded_at"]]
        yield _vector(sealing.link(before, GAME, *members), previous=before, game=GAME, event=event)


def _secrets() -> Iterator[Vector]:
    for scope in ("seats", "1", "2", "32", "luminaries/1", "luminaries/32"):
        seed = _bytes("seed")
        yield _vector(secret_of(seed, scope).hex(), seed=seed.hex(), scope=scope)


def _commitments() -> Iterator[Vector]:
    for scope in ("seats", "1", "32", "luminaries/7"):
        secret = _bytes(f"secret of {scope}")
        out = sealing.commitment_to_secret(GAME, scope, secret)
        yield _vector(out, game=GAME, scope=scope, secret=secret.hex())
    out = lots.commitment_to(SEASON, _bytes("lots"))
    yield _vector(out, game=SEASON, scope="lots", secret=_bytes("lots").hex())


def _commitments_to_all() -> Iterator[Vector]:
    for scopes in (check.SCOPES, check.SCOPES[:33]):
        secrets = ((scope, secret_of(_bytes("seed"), scope)) for scope in scopes)
        listed = [sealing.commitment_to_secret(GAME, scope, secret) for scope, secret in secrets]
        yield _vector(commitment_to_all(listed), commitments=listed)


def _keys() -> Iterator[Vector]:
    for scope in ("seats", "1", "luminaries/3"):
        for count in range(3):
            entropies = b"".join(_bytes(f"entropy {number}") for number in range(count))
            secret = _bytes(f"secret of {scope}")
            key = sealing.derived_key(GAME, scope, secret, entropies)
            given = {"secret": secret.hex(), "game": GAME, "scope": scope}
            yield _vector(key.hex(), **given, entropies=entropies.hex())
    key = lots.key_of(SEASON, _bytes("lots"))
    yield _vector(key.hex(), secret=_bytes("lots").hex(), game=SEASON, scope="lots", entropies="")


def _blocks() -> Iterator[Vector]:
    key = _bytes("key")
    for label in LABELS:
        words = sealing.random_words(key, label)
        for number in range(3):
            block = b"".join(word.to_bytes(8, "big") for word in islice(words, 4))
            yield _vector(block.hex(), key=key.hex(), label=label, number=number)


def _numbers() -> Iterator[Vector]:
    """Numbers beyond 2⁶³ discard about half of the stream; all that may exceed 2⁵³ are texts."""
    key, label = _bytes("key"), LABELS[0]
    for bound in (
        1,
        2,
        3,
        10,
        52,
        2**32,
        2**53 + 1,
        2**63,
        2**63 + 1,
        2**63 + 2**62 + 1,
        2**64 - 1,
    ):
        out = [str(number) for number in check.draws(key, label, [bound] * 10)]
        yield _vector(out, key=key.hex(), label=label, bound=str(bound), count=10)


def _picks() -> Iterator[Vector]:
    for number in range(3):
        key = _bytes(f"key {number}")
        for things in ([0, 1], [0, 1, 2], ["Spring", "Summer", "Autumn", "Winter"], ["FSp"]):
            out = SeededSource(key).pick("deal/2/dealer", things)
            yield _vector(out, key=key.hex(), label="deal/2/dealer", things=things)


def _shuffles() -> Iterator[Vector]:
    for number in range(3):
        key = _bytes(f"key {number}")
        for label, things in (
            ("deal/2/deck", list(DECK[:52])),
            ("deal/2/deck", list(DECK)),
            ("deal/2/luminaries", check.SETS["core"]),
            ("seats", [0, 1, 2, 3]),
            ("seats", [1, 3]),
            ("seats", []),
        ):
            out = list(SeededSource(key).shuffle(label, things))
            yield _vector(out, key=key.hex(), label=label, things=things)


def _luminaries() -> Iterator[Vector]:
    own = ["boat", "maiden", "echo", "rake", "saint_joan"]
    for players, mode in ((1, "solitaire"), (2, "standard"), (2, "beginner"), (4, "standard")):
        for luminaries in ("core", "false_baron", "crane_wife", "all", "none", own):
            if mode == "beginner" and luminaries not in ("core", "none"):
                continue
            try:
                options = read_options({"players": players, "mode": mode, "luminaries": luminaries})
            except ValueError:
                continue
            given = {"mode": mode, "luminaries": luminaries}
            deck = len(options.deck)
            yield _vector(list(options.luminary_set), options=given, deck=deck)


def _deals() -> Iterator[Vector]:
    """Deal to one to four hands; the first to play may have fewer cards than the others."""
    for hands in ({0: 3}, {0: 4, 1: 3}, {0: 3, 1: 4}, {0: 4, 1: 4, 2: 3}, {0: 4, 1: 3, 2: 4, 3: 4}):
        for dealer in hands:
            yield _deal(dealer, FIELDS[-dealer], hands)
    yield _deal(0, "SW", {1: 4, 3: 3})
    yield _deal(2, "NE", {0: 2, 1: 7, 2: 0, 3: 1})


def _deal(dealer: int, summer: str, hands: dict[int, int]) -> Vector:
    out = dealt(dealer, summer, hands)
    return _vector(out, dealer=dealer, summer=summer, hands=[list(each) for each in hands.items()])


def dealt(dealer: int, summer: str, hands: dict[int, int]) -> dict[str, Any]:
    """Return the places that are dealt to the fields and hands."""
    owners = list(enumerate(check.deal_order(dealer, summer, hands)))
    fields, seats = ([[at for at, own in owners if own == o] for o in of] for of in (FIELDS, hands))
    return {"fields": fields, "hands": seats}


def _blinds() -> Iterator[Vector]:
    key = _bytes("key")
    for label in LABELS[:2]:
        for place in (0, 9, 64):
            out = blind_of(key, label, place)
            yield _vector(out.hex(), key=key.hex(), label=label, place=place)


def _leaves() -> Iterator[Vector]:
    for place, card in ((0, "FSp"), (11, "10Wi"), (64, "KSt"), (3, "saint_joan")):
        blind = _bytes(f"blind {place}")
        out = check.climb(1, place, card, blind.hex(), [])
        yield _vector(out, place=place, card=card, blind=blind.hex())


def _roots() -> Iterator[Vector]:
    key, label = _bytes("key"), LABELS[0]
    for size in range(1, 66):
        cards = list(DECK[:size])
        yield _vector(root_of(key, label, cards), key=key.hex(), label=label, cards=cards)


def _openings() -> Iterator[Vector]:
    key, label = _bytes("key"), LABELS[0]
    for size, place in (
        (1, 0),
        (2, 1),
        (3, 2),
        (5, 4),
        (6, 4),
        (52, 0),
        (52, 51),
        (65, 64),
        (65, 37),
    ):
        cards = list(DECK[:size])
        given = {"size": size} | opening(key, label, cards, place)
        yield _vector(root_of(key, label, cards), **given)


def secret_of(seed: bytes, scope: str) -> bytes:
    """Return the secret of a scope, which only the server computes."""
    name = f"round/{scope}" if scope.isdecimal() else scope
    return hmac.digest(seed, name.encode(), "sha256")


def commitment_to_all(commitments: Sequence[str]) -> str:
    return sha256(b"".join(map(bytes.fromhex, commitments))).hexdigest()


def blind_of(key: bytes, label: str, place: int) -> bytes:
    return hmac.digest(key, f"{label}/blind/{place}".encode(), "sha256")


def root_of(key: bytes, label: str, cards: Sequence[str]) -> str:
    """Return the root of cards that were shuffled under a label."""
    return str(check.root(check.leaves(key, label, cards)).hex())


def opening(key: bytes, label: str, cards: Sequence[str], place: int) -> Vector:
    """Return the members of an opening that depend on the place alone."""
    level, at, path = check.leaves(key, label, cards), place, []
    while len(level) > 1:
        if at ^ 1 < len(level):
            path.append(level[at ^ 1].hex())
        joined = [check.root(level[i : i + 2]) for i in range(0, len(level) - 1, 2)]
        level, at = joined + level[2 * len(joined) :], at // 2
    blind = blind_of(key, label, place).hex()
    return {"place": place, "card": cards[place], "blind": blind, "path": path}


def _lots() -> Iterator[Vector]:
    seed = _bytes("lots")
    for entrant in (GAME, "0198f1c2-9f50-7c73-9e3d-4b607f8e9dac"):
        out = lots.lot(lots.key_of(SEASON, seed), f"standings/{entrant}")
        yield _vector(str(out), seed=seed.hex(), season=SEASON, entrant=entrant)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
