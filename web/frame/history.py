"""What happened in a game, event by event, in words: the log, and the steps of the replay."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from games.reading.selectors import LoggedEvent, game_history
from games.reading.tables import Table
from illimat_core.events import RoundDealt, RoundScored, ShownEvent
from illimat_core.messages import Language
from illimat_core.views import AnnouncedEvent
from illimat_core.words.narration import Names, narrate

AROUND: Final = 40  # events before and after a step of the replay
PAGE: Final = 150  # events of the log on a page


class ToldEvent(NamedTuple):
    """An event in words: its sequence, which is the version it led to, and when it happened."""

    version: int
    sentence: str
    at: datetime


class ReplayStep(NamedTuple):
    """A step of the replay: what happened last at a version, and the steps around it.

    `earlier` and `later` are the versions of the steps before and after; None at both ends.
    `since` are the events of its command so far.
    """

    told: ToldEvent | None
    around: list[ToldEvent]
    earlier: int | None
    later: int | None
    since: list[LoggedEvent]

    @property
    def between_rounds(self) -> bool:
        """Whether a round has been scored and the next one not been dealt: nobody is to play."""
        kinds = [type(each.event) for each in self.since]
        return RoundScored in kinds and RoundDealt not in kinds


class LogPage(NamedTuple):
    """A page of the log, its latest event first; `earlier` and `later` lead to further pages.

    Each is a `before` of `log_page`, or None at an end of the log.
    """

    told: list[ToldEvent]
    earlier: int | None
    later: int | None


def tell_events(
    entries: Iterable[LoggedEvent], table: Table, language: Language
) -> list[ToldEvent]:
    """Return the events of which there is something to tell, as their viewer may know them.

    The language decides how cards are written: `spelled`, or marked by `card_chips.marking`.
    """
    found = []
    for each in entries:
        sequence = each.stored.sequence
        sentence = narrate(each.event, table.addressed_at(sequence), language)
        if sentence:
            found.append(ToldEvent(sequence, sentence, each.stored.recorded_at))
    return found


def foretold(
    events: Iterable[ShownEvent | AnnouncedEvent], names: Names, language: Language
) -> list[str]:
    """Return in sentences what an action would lead to, as far as anybody can know beforehand."""
    known = (event for event in events if not isinstance(event, AnnouncedEvent))
    return [sentence for event in known if (sentence := narrate(event, names, language))]


def step_at(table: Table, version: int, language: Language) -> ReplayStep:
    """Return the step of the replay at a version, with at most `AROUND` events on each side."""
    first = max(0, version - AROUND)
    entries = game_history(table=table, after=first, limit=version - first + AROUND)
    around = tell_events(entries, table, language.spelled)
    before = [each for each in around if each.version <= version]
    after = [each for each in around if each.version > version]
    upto = [each for each in entries if each.stored.sequence <= version]
    begins = [place for place, each in enumerate(upto) if each.stored.command_id is not None]
    return ReplayStep(
        told=before[-1] if before else None,
        around=around,
        earlier=before[-2].version if len(before) > 1 else None,
        later=after[0].version if after else None,
        since=upto[begins[-1] :] if begins else upto,
    )


def log_page(table: Table, before: int, language: Language) -> LogPage:
    """Return a page of the log: the events before a sequence; for 0, the latest."""
    end = table.game.version + 1
    before = min(before or end, end)
    first = max(0, before - 1 - PAGE)
    entries = game_history(table=table, after=first, limit=before - 1 - first)
    return LogPage(
        told=tell_events(entries, table, language.spelled)[::-1],
        earlier=first + 1 if first else None,
        later=min(before + PAGE, end) if before < end else None,
    )
