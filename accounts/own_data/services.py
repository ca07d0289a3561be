"""The file of one's own data: people ask for it, and workers make it.

A request is a row, which a worker leases (`api.leases`). The file is made in slices of a second or
two, each of which is kept as a part, so that no worker holds more than one part in memory, and a
worker that is killed loses one slice.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final, NamedTuple

import msgspec
from django.db import transaction
from django.http import StreamingHttpResponse
from django.utils.translation import override

from accounts.models import User
from accounts.models.own_data import DataFile, DataPart
from accounts.own_data.held import HELD, MOST, reasons_hidden
from accounts.own_data.read_me import read_me
from accounts.signals import own_data_ready
from api import database_time, leases
from api.traces.causes import raise_if_refused
from quotas.records.accounts import DATA_FILES_A_DAY
from quotas.services import spend

LEASE: Final = timedelta(seconds=60)
SLICE: Final = 1.5  # seconds; a slice ends with the row during which they are over
PART: Final = 1_000_000  # bytes; a part ends with the row that exceeds them
END: Final = "/"  # the section after the last


class _Step(NamedTuple):
    """A piece of the file, and where the next one begins."""

    text: str
    section: str
    after: Any = None
    rows: int = 0


@transaction.atomic
def data_ask(*, user: User) -> DataFile:
    """Ask for the file of one's own data, or return it if it is being made.

    A new file replaces the one before. Raises QuotaError.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    known = data_find(user=user)
    if known is not None and known.ready_at is None:
        return known
    spend(str(user.pk), DATA_FILES_A_DAY)
    data_forget(user=user)
    return DataFile.objects.create(user=user, asked_at=database_time.now())


def data_find(*, user: User) -> DataFile | None:
    """Return the newest file of one's own data, ready or not, unless it is to be deleted."""
    found = DataFile.objects.filter(user=user).first()
    return found if found and found.kept_until > database_time.now() else None


def data_forget(*, user: User) -> None:
    DataFile.objects.filter(user=user).delete()


def data_answer(made: DataFile) -> StreamingHttpResponse:
    """Return a file that is ready as an answer, one part after the other."""
    answer = StreamingHttpResponse(_parts(made), content_type="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="illimat-my-data.json"'
    answer.headers["Content-Length"] = str(made.size)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def progress_of(made: DataFile) -> int:
    """Return which share of the sections is made, in percent."""
    if made.ready_at:
        return 100
    return 100 * _index(made.section) // len(HELD)


def make_next_slice() -> bool:
    """Make one slice of the file that was asked for first; return whether there was one.

    A file that cannot be made is dropped, so that it can be asked for again, unless the database is
    to blame; the error is raised.
    """
    waiting = DataFile.objects.filter(ready_at=None, user__is_active=True, user__closed_at=None)
    made = leases.lease_first(waiting.order_by("asked_at", "pk"), LEASE)
    if made is None:
        return False
    try:
        _make_slice(made)
    except Exception as error:
        raise_if_refused(error)
        leases.find_leased(made).delete()
        raise
    return True


def _make_slice(made: DataFile) -> None:
    """Make the next part of a file, of about SLICE seconds or PART bytes, and keep it."""
    texts, size = [], 0
    with override(made.user.language):
        for step in leases.TimeBox(SLICE).each(_steps(made.user, made)):
            texts.append(step.text)
            size += len(step.text.encode())
            if size > PART:
                break
    done = database_time.now() if step.section == END else None
    with transaction.atomic():
        if not leases.find_leased(made).select_for_update().exists():
            return  # another worker has taken over, or a new file was asked for
        DataPart.objects.create(file=made, text="".join(texts))
        leases.give_back(
            made,
            section=step.section,
            after=msgspec.to_builtins(step.after),
            rows=step.rows,
            size=made.size + size,
            ready_at=done,
        )
        if done:
            own_data_ready.send(User, user=made.user, until=made.kept_until)


def _steps(user: User, made: DataFile) -> Iterator[_Step]:
    """Yield the pieces of a file that are left; the last one leads to END."""
    begun = _index(made.section)
    if not made.section:
        opening = {"read_me": read_me(user), "about": _about(user, made)}
        yield _Step(_json(opening, 0).removesuffix("\n}"), HELD[0].name)
    for index, held in enumerate(HELD[begun:], begun):
        rows, after = (made.rows, made.after) if index == begun else (0, None)
        begin = f',\n "{held.name}": ['
        for after, row in held.rows(user, after, rows):  # noqa: B020 - it goes on there
            text = f"{',' if rows else begin}\n  {_json(row, 2)}"
            yield _Step(text, held.name, after, rows + 1)
            rows += 1
        following = HELD[index + 1].name if index + 1 < len(HELD) else END
        end = "\n}\n" if following == END else ""
        yield _Step(("\n ]" if rows else f"{begin}]") + end, following)


def _about(user: User, made: DataFile) -> dict[str, Any]:
    return {
        "handle": user.handle,
        "asked_at": made.asked_at,
        "most_rows_of_a_section": MOST,
        "notes": {held.name: held.note for held in HELD if held.note},
        "held_and_not_shown": reasons_hidden(),
    }


def _json(value: Any, depth: int) -> str:
    """Return JSON that people can read, too, to stand at some depth in the file."""
    text = msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=1).decode()
    return text.replace("\n", "\n" + " " * depth)


def _index(section: str) -> int:
    """Return which section is the next; raises ValueError for one that the server lacks."""
    return [held.name for held in HELD].index(section) if section else 0


def _parts(made: DataFile) -> Iterator[bytes]:
    for pk in list(made.parts.order_by("pk").values_list("pk", flat=True)):
        for part in DataPart.objects.filter(pk=pk):
            yield part.text.encode()
