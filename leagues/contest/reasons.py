"""Reasons: why a table was paired, a bye given, or an entrant placed ahead of another."""

from typing import Final

import msgspec

from illimat_core.records import converter


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translators and return it; `leagues.season.wording` translates it."""
    return sentence


REASONS: Final = {
    # pairing
    "design": gettext_noop(
        "In this group everybody plays {games} games and sits in each seat equally often."
    ),
    "design_about": gettext_noop(
        "In this group everybody plays {games} games and sits in each seat about equally often."
    ),
    "everybody": gettext_noop("Round {round} of {rounds}: everybody meets everybody once."),
    "everybody_twice": gettext_noop(
        "Round {round} of {rounds}: everybody meets everybody twice, once in each seat."
    ),
    "drawn": gettext_noop("The table was drawn by lot."),
    "same_points": gettext_noop("All have the same number of points: {points}."),
    "float": gettext_noop("Points before this round: {first} has {most}, {second} has {least}."),
    "near_points": gettext_noop("They have from {least} to {most} points."),
    "met": gettext_noop("{first} and {second} have met before (games: {games})."),
    "blocked": gettext_noop("{first} and {second} blocked each other and could not be kept apart."),
    "size": gettext_noop("{entrants} entrants cannot be split into tables of {at_table}."),
    # standings
    "relative": gettext_noop(
        "Ahead of {other} by places at tables of different sizes: {value} to {less}."
    ),
    "points": gettext_noop("Ahead of {other} by points: {value} to {less}."),
    "between": gettext_noop(
        "Level with {other}; ahead by the points taken from each other: {value} to {less}."
    ),
    "share": gettext_noop(
        "Level with {other}; ahead by the mean share of the best score: {value} to {less}."
    ),
    "wins": gettext_noop("Level with {other}; ahead by wins: {value} to {less}."),
    "opposition": gettext_noop(
        "Level with {other}; ahead by the points of opponents: {value} to {less}."
    ),
    "lot": gettext_noop("Level with {other} in everything; ahead by lot."),
    "level": gettext_noop(
        "Level with {other} in everything; the lot decides when the season is over."
    ),
    "lot_by_place": gettext_noop(
        "Level with {other} by places at tables of different sizes; ahead by lot."
    ),
    "level_by_place": gettext_noop(
        "Level with {other} by places at tables of different sizes; the lot decides when the "
        "season is over."
    ),
    "withdrawn": gettext_noop(
        "Ahead of {other}, who withdrew before half of their games were finished."
    ),
}
"""The English sentences of all reasons, by their keys."""


class Reason(msgspec.Struct, frozen=True):
    """A key of `REASONS` and the arguments that its sentence names. Entrants are named by id."""

    key: str
    arguments: dict[str, int | str] = {}

    def __str__(self) -> str:
        """Return the reason in English."""
        return REASONS[self.key].format(**self.arguments)


read_reason = converter(Reason)
