"""Database models of what people reported to the moderators."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

LONGEST_TEXT: Final = 2_500
LONGEST_COMMENT: Final = 300
LONGEST_NOTE: Final = 500


class Report(models.Model):
    """Something that people reported, in one row until it is handled, however many they are.

    `about` is the id of the thing, `text` what it said when it was first reported. `author` is who
    wrote it; null if that is not known, or since their account was deleted.
    """

    class State(models.TextChoices):
        """Whether a moderator has looked at it."""

        OPEN = "open", gettext_lazy("open")
        HANDLED = "handled", gettext_lazy("handled")

    kind = models.CharField(max_length=10)  # `moderation.kinds`
    about = models.CharField(max_length=36)
    text = models.TextField(max_length=LONGEST_TEXT)
    place = models.CharField(max_length=200)  # the path of a page that shows it
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    opened_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=7, choices=State, default=State.OPEN)
    note = models.CharField(max_length=LONGEST_NOTE)  # of the moderator
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    handled_at = models.DateTimeField(null=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "about"], condition=Q(state="open"), name="one_open_report_a_thing"
            )
        ]
        indexes = [models.Index(fields=["-state", "opened_at", "id"], name="report_queue")]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"


class Complaint(models.Model):
    """What one person says about something that they reported.

    `by` finds it again if the same person reports the same thing again, is shown to nobody, and is
    null once the report is handled or the account is deleted.
    """

    class Reason(models.TextChoices):
        """What is wrong with the thing."""

        INSULTING = "insulting", gettext_lazy("It is insulting or threatens somebody")
        SPAM = "spam", gettext_lazy("It is advertising or spam")
        IMPERSONATION = "impersonation", gettext_lazy("It pretends to be somebody else")
        CHEATING = "cheating", gettext_lazy("It is about cheating")
        OTHER = "other", gettext_lazy("Something else")

    report = models.ForeignKey(
        Report, models.CASCADE, related_name="complaints", db_index=False
    )  # one_complaint_a_person serves instead
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=13, choices=Reason)
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True)
    text = models.TextField(max_length=LONGEST_TEXT, blank=True)  # if it had changed since
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["report", "by"], name="one_complaint_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.reason} about {self.report_id}"
