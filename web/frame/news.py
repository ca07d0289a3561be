"""The news on the page of a game: what is unseen, by turn and in short, and what is marked."""

from itertools import accumulate, groupby
from typing import Any, Final, NamedTuple

from games.reading.selectors import LoggedEvent, game_history
from games.reading.tables import Table
from illimat_core.events import (
    CardsHarvested,
    LuminaryClaimed,
    RedactedCardSown,
    RedactedHandDiscarded,
    RedactedStockpileMade,
    RoundScored,
)
from illimat_core.messages import Language
from illimat_core.picture import news_of
from notifications.content.happened import READ, unseen_of
from web.frame.card_chips import marking
from web.frame.history import ToldEvent, tell_events

SHOWN: Final = 40  # sentences
OWN: Final = 3  # of the visitor's own last acts
PLAYS: Final = (RedactedCardSown, CardsHarvested, RedactedStockpileMade)
MEANWHILE: Final = 3  # acts since an outdated page was shown


class News(NamedTuple):
    """The newest sentences by turn, and what the board marks.

    `since` is whether the visitor has acted before, `first` the step of the replay that they have
    not seen, `is_cut` whether there is more than is told. `own` says what the visitor's own last
    acts led to, act by act, if nobody has acted since; `short` what the dock tells of all that:
    their last act, the last play of each other seat, and how rounds ended. `marks` are cards and
    luminaries, and `scored` the rounds that were scored, by the visitor's own last play as well.
    `acted` is the version to which the visitor acted last, 0 if they never did.
    """

    since: bool
    first: int
    turns: list[list[ToldEvent]]
    is_cut: bool
    own: list[list[ToldEvent]]
    short: list[ToldEvent]
    marks: frozenset[str]
    scored: list[int]
    acted: int


def news_context(table: Table, language: Language) -> dict[str, Any]:
    since, entries, is_cut, own, is_own_last = unseen_of(table)
    marked = marking(language)
    lines = tell_events(entries, table, marked)
    events = [each.event for each in entries]
    turns = _by_act(entries, lines[-SHOWN:])
    own_lines = tell_events(own, table, marked) if is_own_last else []
    own_acts = _by_act(own, own_lines)[-OWN:] if own_lines else []
    if own_acts:
        short = [own_acts[-1][0], *shorten_news(own, own_acts[-1], table.seat)]
    else:
        short = shorten_news(entries, lines, table.seat) or [act[0] for act in turns[-1:]]
    news = News(
        since=since > 0,
        first=lines[0].version if lines else table.game.version,
        turns=turns,
        is_cut=is_cut or len(lines) > SHOWN,
        own=own_acts,
        short=short,
        marks=news_of(events) if since else frozenset(),
        scored=[
            each.event.round for each in (*own, *entries) if isinstance(each.event, RoundScored)
        ],
        acted=own[-1].stored.sequence if own_acts else since,
    )
    return {"news": news}


def acts_since(table: Table, version: int, language: Language) -> list[ToldEvent]:
    """Return the newest acts since a version of a game, one sentence each."""
    entries = game_history(table=table, after=max(version, table.game.version - READ), limit=READ)
    acts = _by_act(entries, tell_events(entries, table, marking(language)))
    return [act[0] for act in acts[-MEANWHILE:]]


def has_played_since(table: Table, version: int) -> bool:
    entries = game_history(table=table, after=max(version, table.game.version - READ), limit=READ)
    plays = [each.event for each in entries if isinstance(each.event, PLAYS)]
    return any(play.seat == table.seat and play.by is None for play in plays)


def shorten_news(
    entries: list[LoggedEvent], lines: list[ToldEvent], own: int | None
) -> list[ToldEvent]:
    """Return how rounds ended, claims and the last turn's play of each other seat, in order."""
    line_at = {line.version: line for line in lines}
    last: dict[object, ToldEvent] = {}
    for each in entries:
        event, line = each.event, line_at.get(each.stored.sequence)
        if line is None or (own is not None and getattr(event, "seat", None) == own):
            continue
        if isinstance(event, RoundScored | LuminaryClaimed):
            last[event] = line
        elif isinstance(event, PLAYS) and event.by is None:
            last[event.seat] = line
        elif isinstance(event, RedactedHandDiscarded):
            last.setdefault(event.seat, line)  # by the Fields, if they can do nothing else
    return sorted(last.values(), key=lambda line: line.version)


def _by_act(entries: list[LoggedEvent], lines: list[ToldEvent]) -> list[list[ToldEvent]]:
    """Return the sentences about events, grouped by the command that led to them."""
    commands = accumulate(each.stored.command_id is not None for each in entries)
    act_of = dict(zip((each.stored.sequence for each in entries), commands, strict=True))
    return [list(act) for _, act in groupby(lines, key=lambda line: act_of[line.version])]
