"""Season events: the only module that appends them, and that writes the rows they lead to.

Code that appends has locked the season's row (`season_lock`) in the surrounding transaction, and
decides on what is stored then. So everything is decided once.

A season's head is the hash at the end of a chain over its events, as they are stored. Unlike those
of games, they do not carry their own hashes, because nobody reads a season by folding its events.
"""

import logging
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet

from accounts.models import User
from api import database_time
from illimat_core import sealing
from leagues.models import EventAuthor, Season, StoredSeasonEvent
from leagues.refusals import DamagedSeasonError
from leagues.season.lookup import season_lock
from leagues.signals import season_changed
from leagues.spelling import stored_name
from leagues.stream import stored_standings
from leagues.stream.events import SeasonEvent, decode, encode
from leagues.stream.rows import (
    MODELS,
    ChangedRow,
    RecordedEvent,
    Rows,
    Values,
    computed_columns,
    rows_after,
)

BATCH = 500  # rows that one statement writes

logger = logging.getLogger("leagues.store")


def append(season: Season, events: Sequence[SeasonEvent], author: User | None = None) -> Season:
    """Append events to a season that is locked, or new, and write the rows they lead to.

    These include the standings of the groups that the events change, and the notices of those who
    listen to `season_changed`. Return the changed season.
    `author` is whose request it is; None for the server.
    """
    at = database_time.now()
    recorded = [
        RecordedEvent(season.pk, sequence, at, event)
        for sequence, event in enumerate(events, season.version + 1)
    ]
    stored = [_stored(each) for each in recorded]
    StoredSeasonEvent.objects.bulk_create(stored, batch_size=BATCH)
    if author is not None:
        EventAuthor.objects.bulk_create(
            [EventAuthor(season=season, sequence=each.sequence, user=author) for each in recorded],
            batch_size=BATCH,
        )
    rows = rows_after(recorded)
    rows[Season][season.pk].values["head"] = reduce(_head_after, stored, season.head)
    _write(rows)
    season.refresh_from_db()
    certain = stored_standings.write_after(season, events)
    season_changed.send(Season, season=season, recorded=recorded, certain=certain, author=author)
    return season


def read(season_id: UUID, *, after: int = 0) -> Iterator[RecordedEvent]:
    """Yield the events of a season in order; raises DamagedSeasonError for an unreadable one."""
    for row in _stored_events(season_id, after):
        try:
            event = decode(row.type, row.schema, row.data)
        except ValueError as error:
            raise DamagedSeasonError(season_id, f"Event {row.sequence}: {error}") from error
        yield RecordedEvent(season_id, row.sequence, row.at, event)


def faults(season: Season) -> list[str]:
    """Return what is wrong with the stored events of a locked season, as sentences."""
    missing, last, head = _end(season)
    return missing or [*sealing.faults_at_end(last, head, season.version, season.head)]


def verify(season_id: UUID) -> list[str]:
    """Return the faults of a season's stored events. Raises Season.DoesNotExist."""
    with transaction.atomic():
        return faults(season_lock(season_id))


def check_whole(season: Season) -> None:
    """Log an error and raise DamagedSeasonError if the events of a locked season were changed."""
    for fault in faults(season):
        error = DamagedSeasonError(season.pk, fault)
        logger.error("%s Run %s verify.", error, settings.MANAGE)
        raise error


def differences(season: Season) -> list[str]:
    """Return which stored rows of a season differ from what its events lead to, as sentences."""
    found = []
    for model, rows in rows_after(read(season.pk)).items():
        columns = computed_columns(model)
        stored = _stored_values(season, model, list(columns))
        expected = {key: columns | row.values for key, row in rows.items()}
        found += [
            f"{model.__name__} {key} is not what the events say."
            for key in expected.keys() | stored.keys()
            if expected.get(key) != stored.get(key)
        ]
    return sorted(found) or stored_standings.differences(season)  # which follow from the other rows


@transaction.atomic
def rebuild(season: Season, *, trust_events: bool = False, only_check: bool = False) -> list[str]:
    """Write the rows of a locked season anew from its events; return which were wrong.

    Rows that follow from no event are deleted; with `only_check`, nothing is written. The season's
    head and version reveal whether its events were changed, so they are taken from the events only
    with `trust_events`.
    Raises DamagedSeasonError if the events are not as they were written.
    """
    missing, last, head = _end(season)
    if trust_events and not missing:
        season.version, season.head = last, head
        season.save(update_fields=["version", "head"])
    if found := faults(season):
        raise DamagedSeasonError(season.pk, found[0])
    wrong = differences(season)
    if wrong and not only_check:
        rows = rows_after(read(season.pk))
        for model in reversed(MODELS):
            if model is not Season:
                _rows_of(season, model).exclude(pk__in=rows[model]).delete()
        whole = {
            model: {
                key: ChangedRow(computed_columns(model) | row.values, row.new)
                for key, row in of_model.items()
            }
            for model, of_model in rows.items()
        }
        _write(whole)
        season.refresh_from_db()
        stored_standings.write(season)
    return wrong


def _stored_events(season_id: UUID, after: int = 0) -> Iterator[StoredSeasonEvent]:
    rows = StoredSeasonEvent.objects.filter(season=season_id, sequence__gt=after)
    return rows.order_by("sequence").iterator(BATCH)


def _end(season: Season) -> tuple[list[str], int, str]:
    """Return which stored events are missing, the last one's sequence, and the head after it."""
    missing, last, head = [], 0, ""
    for row in _stored_events(season.pk):
        if row.sequence != last + 1:
            missing.append(sealing.MISSING.format(last + 1))
        last, head = row.sequence, _head_after(head, row)
    return missing, last, head


def _head_after(head: str, row: StoredSeasonEvent) -> str:
    moment = sealing.microseconds(row.at)
    members = (str(row.season_id), row.sequence, row.type, row.schema, row.data, moment)
    return sealing.link(head or sealing.GENESIS, *members)


def _stored(recorded: RecordedEvent) -> StoredSeasonEvent:
    wire = encode(recorded.event)
    return StoredSeasonEvent(
        season_id=recorded.season,
        sequence=recorded.sequence,
        type=wire.type,
        schema=wire.schema,
        data=wire.data,
        at=recorded.at,
    )


def _write(rows: Rows) -> None:
    """Insert rows that are new, and update the others: those that get the same values together."""
    for model, of_model in rows.items():
        made = {key: row.values for key, row in of_model.items() if row.new}
        if made:
            model._default_manager.bulk_create(
                [model(pk=key, **values) for key, values in made.items()],
                batch_size=BATCH,
                update_conflicts=True,  # of entrants who register again, and on rebuilding
                unique_fields=["id"],
                update_fields=[
                    field.name
                    for field in model._meta.concrete_fields
                    if any(field.attname in values for values in made.values())
                ],
            )
        alike: list[tuple[Values, list[UUID]]] = []
        for key, row in of_model.items():
            if row.new:
                continue
            if alike and alike[-1][0] == row.values:
                alike[-1][1].append(key)
            else:
                alike.append((row.values, [key]))
        for values, keys in alike:
            model._default_manager.filter(pk__in=keys).update(**values)


def _rows_of(season: Season, model: type[Model]) -> QuerySet[Model]:
    of_season = {"pk" if model is Season else "season_id": season.pk}
    return model._default_manager.filter(**of_season)


def _stored_values(
    season: Season, model: type[Model], columns: list[str]
) -> dict[UUID, dict[str, Any]]:
    rows = _rows_of(season, model).values("pk", *columns)
    return {
        row.pop("pk"): {column: stored_name(value) for column, value in row.items()}
        for row in rows.iterator(BATCH)
    }
