"""Web, worker and scheduler in one process, so that no other server is needed.

With the default broker `memory://`, messages stay in this process and end with it. The outbox in
the database survives, and the next start sweeps it.
"""

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import FrameType
from typing import Any, Final

from celery import Celery
from celery.beat import Service
from celery.concurrency.base import BasePool, apply_target
from celery.worker import WorkController
from django.core.wsgi import get_wsgi_application

from config.heartbeats import HeartbeatScheduler
from config.http import make_server

STOP_WITHIN = 2.5  # seconds, for all threads together
THREADS: Final = 2  # for the tasks of each queue
IN_HAND: Final = 10_000  # tasks that may wait for a thread; more than are queued before they expire
logger = logging.getLogger(__name__)


class ThreadsPerQueue(BasePool):
    """A pool of Celery in which each queue has threads of its own, so that none waits for another.

    A worker that is a process of its own takes one queue instead.
    """

    body_can_be_buffer = True
    signal_safe = False

    def on_start(self) -> None:
        """Prepare the threads of each queue."""
        self.threads = {queue: ThreadPoolExecutor(THREADS, queue) for queue in self.app.amqp.queues}

    def on_stop(self) -> None:
        """Wait for the tasks that have begun, and drop the others."""
        for threads in self.threads.values():
            threads.shutdown(cancel_futures=True)

    def on_apply(  # type: ignore[override]  # whose annotation is wrong
        self, target: Callable[..., Any], args: tuple[Any, ...], *rest: Any, **options: Any
    ) -> Future[Any]:
        """Run a task on a thread of its queue; the third of its arguments is the request."""
        queue = args[2]["delivery_info"]["routing_key"]
        return self.threads[queue].submit(apply_target, target, args, *rest, **options)


class Embedded:
    """Web server, worker and scheduler, which bind the port when created and run until a signal."""

    def __init__(self, celery: Celery, *, host: str, port: int) -> None:
        """Bind the port; raises OSError if it is in use."""
        self.server = make_server(get_wsgi_application(), socket.create_server((host, port)))
        self.worker = WorkController(
            app=celery,
            pool_cls=ThreadsPerQueue,
            concurrency=IN_HAND,
            hostname=f"embedded-{os.getpid()}@localhost",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self.beat = Service(celery, scheduler_cls=HeartbeatScheduler)
        self.ending = threading.Event()
        self.failed = self.interrupted = False

    def run(self) -> bool:
        """Serve until SIGTERM or SIGINT, then stop all three; return False if one ended before."""
        signal.signal(signal.SIGTERM, self._interrupt)
        signal.signal(signal.SIGINT, self._interrupt)
        threads = [
            threading.Thread(target=self._watch, args=(work,), name=name, daemon=True)
            for name, work in (("worker", self.worker.start), ("scheduler", self.beat.start))
        ]
        for thread in threads:
            thread.start()
        self._serve()
        self._stop()
        return not self.failed

    def _serve(self) -> None:
        """Serve as `run` of waitress does, but until a signal sets `interrupted`."""
        server = self.server
        while not self.interrupted:
            server.asyncore.loop(timeout=1, use_poll=True, map=server._map, count=1)
        server.task_dispatcher.shutdown()

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """End the loop; an exception raised here would be lost in the callback of a weak reference.

        Whatever is written to the trigger of waitress ends its wait.
        """
        self.interrupted = True
        self.server.pull_trigger()

    def _watch(self, work: Callable[[], None]) -> None:
        """Run the worker or scheduler, and stop the server if it ends: half a server is useless."""
        try:
            work()
        finally:
            if not self.ending.is_set():
                self.failed = True
                logger.critical("The %s ended by itself.", threading.current_thread().name)
                os.kill(os.getpid(), signal.SIGTERM)

    def _stop(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.ending.set()
        self.server.close()
        self.beat.stop()
        stopping = threading.Thread(target=self.worker.stop, name="stop", daemon=True)
        stopping.start()
        stopping.join(STOP_WITHIN)
        if stopping.is_alive():
            # A task is still running. Its work is recorded in the outbox, so nothing is lost.
            logger.warning("Stopped in the middle of a task; the next start repeats it.")
            os._exit(0)
