"""The error by which a worker ends a task that takes too long.

Handlers of unexpected errors let it pass: it says nothing about a game, and the task must end. It
comes from the worker's pool of processes; nothing else here knows of workers.
"""

from billiard.exceptions import SoftTimeLimitExceeded

__all__ = ["SoftTimeLimitExceeded"]
