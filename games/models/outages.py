"""Database models of the server's outages, and of the last heartbeats, which reveal them."""

from django.db import models


class Heartbeat(models.Model):
    """When a process of the server was last heard of on a host, by the database's clock.

    Without a host: a process that is expected, but was not heard of since the table was made.
    """

    process = models.CharField(max_length=10)
    host = models.CharField(max_length=64)
    heard_at = models.DateTimeField(db_index=True)
    needed = models.BooleanField()
    """Whether games need the process, so that its silence is an outage."""
    reported = models.BooleanField(default=False)
    """Whether the process' silence was logged, and it has not been heard of again."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["process", "host"], name="one_row_a_process"),
        )

    def __str__(self) -> str:
        return f"{self.process} on {self.host} until {self.heard_at}"


class Outage(models.Model):
    """A time in which a process of the server (`name`) was silent; `end` is when it came back.

    Or one that the database's clock has jumped over (`jump`).
    """

    name = models.CharField(max_length=10)
    start = models.DateTimeField()
    end = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.name} from {self.start} until {self.end}"
