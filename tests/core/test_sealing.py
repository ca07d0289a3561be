"""Seals: canonical JSON, and hashes, commitments and keys that never change."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import sealing
from illimat_core.sealing import GENESIS, SealedEvent, canonical, hash_of, microseconds

GAME = "00000000-0000-4000-8000-000000000000"
SEED = bytes(range(32))
PART = {"seen_by": [1], "salt": "ab" * 32, "part": {"cards": ["5Wi", "KAu"]}}
EVENT = SealedEvent(
    game=GAME,
    sequence=7,
    type="HandDrawn",
    schema=1,
    edition="2026.1",
    seat=1,
    public=canonical({"seat": 1, "count": 2}),
    private=canonical([PART]),
    entropy="cd" * 32,
    command_id="11111111-1111-4111-8111-111111111111",
    microseconds=1_767_225_600_000_001,
    previous_hash=GENESIS,
)

# No lone surrogates: they cannot be encoded in UTF-8.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


@given(VALUES)
def test_canonical_json_says_what_was_written(value: Any) -> None:
    assert json.loads(canonical(value)) == value
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(st.dictionaries(TEXTS, VALUES, max_size=6), st.randoms(use_true_random=False))
def test_canonical_json_does_not_depend_on_the_order_of_members(
    value: dict[str, Any], random: Any
) -> None:
    members = list(value.items())
    random.shuffle(members)
    assert canonical(dict(members)) == canonical(value)


@given(st.lists(VALUES, min_size=2, max_size=2))
def test_different_values_have_different_canonical_json(values: list[Any]) -> None:
    one, other = values
    assert (canonical(one) == canonical(other)) == (repr_of(one) == repr_of(other))


def repr_of(value: Any) -> str:
    """Return a text that distinguishes values that are equal in Python, such as 1 and True."""
    if isinstance(value, dict):
        return f"{{{sorted((repr(name), repr_of(member)) for name, member in value.items())}}}"
    if isinstance(value, list):
        return f"[{[repr_of(each) for each in value]}]"
    return repr(value)


@given(TEXTS, TEXTS, st.integers(0, 2**53))
def test_a_hash_is_that_of_canonical_json(text: str, other: str, moment: int) -> None:
    event = EVENT._replace(public=text, type=other, private="[]", microseconds=moment)
    sealed: list[Any] = [event.previous_hash, *event[:7], [], *event[8:11]]
    assert hash_of(event) == sha256(canonical(sealed).encode()).hexdigest()


def test_a_moment_is_counted_in_microseconds() -> None:
    moment = datetime(1970, 1, 1, 0, 0, 1, 5, tzinfo=UTC)
    assert microseconds(moment) == 1_000_005
    assert EVENT._replace(microseconds=1_000_005).recorded_at == moment


def test_canonical_json_is_written_so_for_ever() -> None:
    value = {"é": 1, "b": [True, None, -3], "a": {"\n": 'a "word"\\', "\x00": "\x7f🂡"}, "A": ""}
    assert canonical(value) == (
        r'{"A":"","a":{"\u0000":"' "\x7f🂡" r'","\n":"a \"word\"\\"},"b":[true,null,-3],"é":1}'
    )


def test_an_event_has_this_hash_for_ever() -> None:
    assert hash_of(EVENT) == "6bd8eec6cce89f035f3ee854eeba4960a55f099d0ba4347fb049de0de94b3ce4"


def test_a_private_part_has_this_commitment_for_ever() -> None:
    assert (
        sealing.commitment_to_part(canonical(PART).encode())
        == "0a04283240a7873beff0906f8b724a1baa088e53652fce0625cbd7040a0fb3d5"
    )


def test_a_seed_has_these_commitments_for_ever() -> None:
    before = sealing.commitments(GAME, SEED, sealing.scopes(own_luminaries=False))
    assert len(before) == 33
    assert before["1"] == "b8db78d5a61554b690b2358a8f17bf42512b7d3d787839ad20e7c6ac0bb0cf6e"
    assert before["32"] == "d96fce405c2ab19726c9550637b805b2f49e8aca10f4b42d435f3a1c6d5e524d"
    assert (
        sealing.commitment_to_all(before.values())
        == "c39676eaebd95deec9cb8b3864ca3e5dda7176e6bdec59958c52d5fceb1eb64a"
    )
    now = sealing.commitments(GAME, SEED, sealing.scopes())
    assert [*now][:33] == [*before]
    assert len(now) == 65
    assert (
        sealing.commitment_to_all(now.values())
        == "b75c12761a1d7b7295000d08c29241139a661c0e7066278740fd1048c88e25af"
    )


@pytest.mark.parametrize(
    ("scope", "entropies", "key"),
    [
        ("1", b"", "e3349d257b0128eddee2b63a0d3ab35cb623c7ca626cd125c3a5703a5a3d5d6e"),
        (
            "12",
            bytes.fromhex("cd" * 64),
            "da6d92a51af48e9070eaab39cf95aeff2cb9ad87165aa806029d3d149b90b651",
        ),
        (sealing.SEATS, b"", "23383e9ad0cb6d6a034dc57e344e4fea1b254646a2cc79142a6279960785711d"),
    ],
)
def test_a_seed_has_these_keys_for_ever(scope: str, entropies: bytes, key: str) -> None:
    secret = sealing.secret_of(SEED, scope)
    assert sealing.derived_key(GAME, scope, secret, entropies).hex() == key


def test_a_key_has_these_random_words_for_ever() -> None:
    assert list(islice(sealing.random_words(SEED, "deal/2/deck"), 5)) == [
        5202903442589914721,
        776640770876506467,
        4970242071107994978,
        2967843489838229620,
        10578702880018319076,
    ]


def test_a_chain_with_a_missing_a_moved_and_a_changed_event_has_these_faults() -> None:
    chain = [EVENT._replace(sequence=1, hash=hash_of(EVENT._replace(sequence=1)))]
    for sequence in range(2, 6):
        event = EVENT._replace(sequence=sequence, previous_hash=chain[-1].hash)
        chain.append(event._replace(hash=hash_of(event)))
    assert list(sealing.faults(chain)) == []
    assert list(sealing.faults(chain[2:], after=2, previous=None)) == []
    assert list(sealing.faults(chain[2:], after=2)) == [
        "Event 3 does not follow the one before it."
    ]
    assert list(sealing.faults([*chain[:2], *chain[3:]])) == ["Event 3 is missing."]
    unreadable = [*chain[:4], chain[4]._replace(private="[")]
    assert list(sealing.faults(unreadable)) == ["Event 5 was changed after it was stored."]


@pytest.mark.parametrize(
    ("last", "last_hash", "faults"),
    [
        (0, "", ["Event 1 is missing."]),
        (3, "aa", ["Event 4 is missing."]),
        (4, "aa", []),
        (4, "bb", ["The hash of event 4 is not the head that is stored."]),
        (5, "aa", ["Event 5 was not appended by the server."]),
    ],
)
def test_a_chain_ends_with_the_event_that_its_summary_names(
    last: int, last_hash: str, faults: list[str]
) -> None:
    assert list(sealing.faults_at_end(last, last_hash, 4, "aa")) == faults
