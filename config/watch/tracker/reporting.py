"""Sends reports with Sentry's SDK, which is an optional package.

Reported is each exception that is logged as an error, wherever: in web processes, workers and beat,
and in the embedded server, or that ends a thread or a command. `config.logs` has one at a place
logged with its traceback once an hour, so a mistake that strangers can cause is reported as often.
"""

from typing import Any

from config.watch.tracker.allowed import keep_allowed


def start(dsn: str, release: str) -> None:
    """Report to the tracker at `dsn` from now on; nothing is reported if it is empty."""
    if not dsn:
        return
    import sentry_sdk  # noqa: PLC0415 - an optional package
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.excepthook import ExcepthookIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.threading import ThreadingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=dsn,
        release=release,
        before_send=_send,
        before_send_transaction=_nothing,
        before_breadcrumb=_nothing,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            AtexitIntegration(callback=_nothing),
            ExcepthookIntegration(),
            LoggingIntegration(level=None),
            ThreadingIntegration(propagate_scope=False),
        ],
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        send_client_reports=False,
        auto_session_tracking=False,
        propagate_traces=False,
        spotlight=False,
        server_name="illimat",
    )


def _send(event: Any, hint: object) -> Any:
    return keep_allowed(event, hint)


def _nothing(*_: object) -> None:
    """Send nothing of the kind."""
