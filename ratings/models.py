"""Database models of ratings. All numbers follow from the results of rated games (`skill`)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game
from ratings import skill


class Rating(models.Model):
    """How strong a person, or a level of house players, is at one mode.

    Games with house players (`house`) have ratings apart, also of the people who play them; nobody
    is shown those. The rating of a deleted account stays, without a person, because those of others
    follow from it.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="ratings",
        db_index=False,  # one_rating_a_mode serves instead
    )
    level = models.CharField(max_length=16, blank=True)  # of house players
    mode = models.CharField(max_length=16)
    house = models.BooleanField(default=False)
    mean = models.FloatField(default=skill.UNRATED.mu)
    deviation = models.FloatField(default=skill.UNRATED.sigma)
    games = models.PositiveIntegerField(default=0)
    value = models.PositiveIntegerField(default=skill.UNRATED.value)  # copied, for leaderboards

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "mode", "house"], name="one_rating_a_mode"),
            models.UniqueConstraint(
                fields=["level", "mode"], condition=~Q(level=""), name="one_rating_a_level"
            ),
        ]
        indexes = [
            models.Index(
                fields=["mode", "-value", "id"],
                condition=Q(games__gte=skill.PROVISIONAL_BELOW, house=False),
                name="rating_by_value",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mode} rating of {self.level or self.user_id}"

    @property
    def strength(self) -> skill.Rating:
        """The numbers, as they are computed with."""
        return skill.Rating(self.mean, self.deviation, self.games)

    @strength.setter
    def strength(self, new: skill.Rating) -> None:
        self.mean, self.deviation, self.games, self.value = new.mu, new.sigma, new.games, new.value


class RatedGame(models.Model):
    """A rated game that has ended with a result.

    The ids are the order in which rated games ended: an id is drawn while the ratings of all who
    play are locked, so of two games of one person the first to end has the smaller.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="rated_game")

    def __str__(self) -> str:
        return f"{self.pk}: {self.game_id}"


class WaitingGame(models.Model):
    """A game with house players that has ended, and waits to be rated apart."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="waiting_to_be_rated")

    def __str__(self) -> str:
        return f"{self.pk}: {self.game_id}"


class RatedSeat(models.Model):
    """A seat of a rated game, and the rating of the person who had it at the start.

    Once the game has ended, `rated_game`, `place` and `part` say how. The numbers before and after
    it are set if the person was rated, which depends on their part.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="rated_seats", db_index=False
    )  # one_rating_a_seat serves instead
    seat = models.PositiveSmallIntegerField()
    rating = models.ForeignKey(
        Rating, models.PROTECT, related_name="seats", db_index=False
    )  # rated_seat_by_end serves instead
    rated_game = models.ForeignKey(RatedGame, models.CASCADE, null=True, related_name="seats")
    place = models.PositiveSmallIntegerField(null=True)
    part = models.CharField(
        max_length=10, blank=True, choices=[(part.value, part.value) for part in skill.PartPlayed]
    )
    mean_before = models.FloatField(null=True)
    deviation_before = models.FloatField(null=True)
    mean = models.FloatField(null=True)
    deviation = models.FloatField(null=True)
    games = models.PositiveIntegerField(null=True)  # the person's rated games, with this one

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_rating_a_seat"),
        ]
        indexes = [
            models.Index(fields=["rating", "-rated_game"], name="rated_seat_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}"

    @property
    def before(self) -> skill.Rating | None:
        """The person's rating before the game ended; None if they were not rated."""
        if self.mean_before is None or self.deviation_before is None or self.games is None:
            return None
        return skill.Rating(self.mean_before, self.deviation_before, self.games - 1)

    @property
    def after(self) -> skill.Rating | None:
        """The person's rating after the game ended; None if they were not rated."""
        if self.mean is None or self.deviation is None or self.games is None:
            return None
        return skill.Rating(self.mean, self.deviation, self.games)

    def note(self, change: skill.SkillChange | None) -> bool:
        """Write what the game did to the rating, unsaved; return whether that is new."""
        before, after = (change.before, change.after) if change else (None, None)
        numbers = {
            "mean_before": before.mu if before else None,
            "deviation_before": before.sigma if before else None,
            "mean": after.mu if after else None,
            "deviation": after.sigma if after else None,
            "games": after.games if after else None,
        }
        wrong = {name: each for name, each in numbers.items() if getattr(self, name) != each}
        vars(self).update(wrong)
        return bool(wrong)
