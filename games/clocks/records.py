"""The record of a seat: its misses, excuses and vacancies, and whether its player ever decided."""

from typing import Final

import msgspec

STREAK: Final = 10  # decisions in time that earn an excuse back


class Record(msgspec.Struct, frozen=True):
    """The part of a seat's history that decides what becomes of a leaver.

    `missed` counts missed decisions, less one for each excuse earned back; `streak` counts the
    decisions in time since the last of either. `vacancies` is how often the seat became vacant,
    `returned` whether its player took it back from the house.
    """

    missed: int = 0
    streak: int = 0
    decided: bool = False
    vacancies: int = 0
    returned: bool = False

    @property
    def no_show(self) -> bool:
        """Whether the seat's player has missed a decision and never made one."""
        return self.missed > 0 and not self.decided

    def after_decision(self) -> "Record":
        streak = self.streak + 1 if self.missed else 0
        earned = streak == STREAK
        return msgspec.structs.replace(
            self, decided=True, missed=self.missed - earned, streak=0 if earned else streak
        )

    def after_miss(self) -> "Record":
        return msgspec.structs.replace(self, missed=self.missed + 1, streak=0)

    def after_vacancy(self) -> "Record":
        return msgspec.structs.replace(self, vacancies=self.vacancies + 1)

    def of_substitute(self) -> "Record":
        """Return the record of a substitute, who is no no-show."""
        return Record(decided=True, vacancies=self.vacancies)

    def of_returner(self) -> "Record":
        return msgspec.structs.replace(self, returned=True)
