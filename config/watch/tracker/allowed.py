"""What a report may hold: an allow-list, since texts and values may quote hands, codes and people.

It has no messages, not even of exceptions, no local variables, lines of code, headers, cookies,
queries, bodies, addresses, people, arguments, breadcrumbs, settings, or names of machines.
"""

from collections.abc import Mapping
from typing import Any, Final

from celery import current_task

from api.traces.current import request_id

OF_REPORT: Final = ("event_id", "timestamp", "level", "logger", "platform", "release")
OF_EXCEPTION: Final = ("type", "module")
OF_FRAME: Final = ("filename", "function", "module", "lineno", "in_app")


def keep_allowed(event: Mapping[str, Any], _hint: object = None) -> dict[str, Any] | None:
    """Return what may leave of a report; None if it is about no exception."""
    raised = (event.get("exception") or {}).get("values")
    if not raised:
        return None
    task: Any = current_task  # a proxy of the task or of None
    tags = {"request": request_id(), "task": task.name if task else ""}
    return _only(OF_REPORT, event) | {
        "exception": {"values": [_exception(each) for each in raised]},
        "tags": {name: value for name, value in tags.items() if value},
    }


def _exception(raised: Mapping[str, Any]) -> dict[str, Any]:
    frames = (raised.get("stacktrace") or {}).get("frames") or []
    stack = {"frames": [_only(OF_FRAME, frame) for frame in frames]}
    return _only(OF_EXCEPTION, raised) | {"stacktrace": stack}


def _only(names: tuple[str, ...], found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in names if name in found}
