"""Database models of the server's outages, and of the last heartbeats, which reveal them."""

from django.db import models


class Uptime(models.Model):
    """When a process of the server was last heard of, by the database's clock; one row each."""

    name = models.CharField(max_length=10, primary_key=True)
    heard_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.name} until {self.heard_at}"


class Outage(models.Model):
    """A time in which a process of the server (`name`) was silent; `end` is when it came back.

    Or one that the database's clock has jumped over (`jump`).
    """

    name = models.CharField(max_length=10)
    start = models.DateTimeField()
    end = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.name} from {self.start} until {self.end}"
