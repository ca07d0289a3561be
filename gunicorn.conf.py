"""How gunicorn runs the web processes; it finds this file by itself. Its command line wins."""

import os
import signal

from django.conf import settings
from gunicorn.arbiter import Arbiter
from gunicorn.systemd import sd_notify
from gunicorn.workers.base import Worker

from config import env, logs
from config.server import heartbeats
from config.watch.metrics import counting

bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = 2
threads = 4
timeout = graceful_timeout = 30
keepalive = 0  # seconds: what stays open stays with one worker, also while the other is idle
preload_app = True  # config.wsgi starts once, before there are workers
control_socket_disable = True
logconfig_dict = logs.gunicorn_configuration(
    env.read("LOG_FORMAT", env.log_format, default="text", example="json")
)


def post_worker_init(_worker: Worker) -> None:
    """Start the thread of a worker, which would not survive the fork."""
    heartbeats.keep_recording("web")


def when_ready(server: Arbiter) -> None:
    """Let the workers count requests together, and take over if this is a reload (SIGUSR2).

    The server that was told to reload has started this one. Both hold the socket, so no connection
    is refused; the other one finishes its requests and ends. If this one had not started, the other
    one would go on. systemd is told which to watch.
    """
    if settings.METRICS_TOKEN:
        counting.share()
    if server.master_pid:
        sd_notify(f"MAINPID={server.pid}", server.log)
        os.kill(server.master_pid, signal.SIGTERM)


def pre_fork(server: Arbiter, worker: Worker) -> None:
    """Give a worker the lowest number that no other has, under which it counts requests."""
    worker.slot = counting.take_slot({each.slot for each in server.WORKERS.values()})


def on_exit(_server: Arbiter) -> None:
    """Delete the workers' counts of requests."""
    counting.stop_sharing()
