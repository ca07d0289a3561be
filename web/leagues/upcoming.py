"""What the server will do with a season by itself, in sentences for its organisers."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from leagues.models import Season
from leagues.reading.next_steps import Does, NextStep, steps_of
from leagues.season.declared_rules import rules_of
from leagues.season.wording import text_of
from notifications.content.wording import moment_in
from web.leagues.rule_fields import words_of


def steps_in_words(season: Season, zone: str) -> list[str]:
    """Return the next steps of a season in order, a paragraph for each."""
    return [_in_words(step, season, zone) for step in steps_of(season)]


def _in_words(step: NextStep, season: Season, zone: str) -> str:
    told = {
        Does.OPEN_REGISTRATION: gettext("Registration opens on {at}."),
        Does.ASK_ATTENDANCE: gettext(
            "On {at}, entrants who have not confirmed that they will play are asked once more. "
            "Entrants who have not confirmed by the start do not play, and people on the waiting "
            "list get their places."
        )
        if season.asked_at
        else gettext(
            "From {at} on, entrants confirm that they will play. Entrants who have not confirmed "
            "by the start do not play, and people on the waiting list get their places."
        ),
        Does.START: gettext("The season starts on {at}, if enough have entered by then."),
        Does.CALL_OFF: gettext("The season is called off on {at}, unless you start it before.")
        if season.state != Season.State.DRAFT
        else gettext("The season is called off on {at}, unless you open registration before."),
        Does.PAIR_ROUND: gettext(
            "Round {round} is paired on {at}, or as soon as all games before it are over."
        ),
        Does.BEGIN_ROUND: gettext(
            "Round {round} begins on {at}, or as soon as all games before it are over."
        ),
        Does.END_OPEN_GAMES: gettext("On {at}, games that are still open end."),
        Does.FINISH: gettext(
            "Once all games are over, the season ends, and its standings are final."
        ),
        Does.ARCHIVE: gettext("On {at}, the season is archived: nothing changes any more."),
    }[step.does]
    sentences = [
        told.format(at=moment_in(step.at, zone), round=step.round),
        *_effects(step, season),
    ]
    return " ".join(sentences)


def _effects(step: NextStep, season: Season) -> Iterator[str]:
    """Yield what a step would do as things are now."""
    if step.does is Does.START and step.entrants is not None:
        told = ngettext(
            "As things are, that is with {number} entrant.",
            "As things are, that is with {number} entrants.",
            step.entrants,
        )
        yield told.format(number=step.entrants)
    if step.obstacle:
        yield gettext("As things are, it could not start: {why}").format(why=text_of(step.obstacle))
    if step.does is Does.PAIR_ROUND and step.games is not None:
        told = ngettext(
            "As things are, that is {number} game for {entrants} entrants; who meets whom is "
            "drawn then.",
            "As things are, these are {number} games for {entrants} entrants; who meets whom is "
            "drawn then.",
            step.games,
        )
        yield told.format(number=step.games, entrants=step.entrants)
    if step.does is Does.END_OPEN_GAMES and step.games is not None:
        yield f"{words_of('open_games', rules_of(season).open_games)}."
        told = ngettext(
            "As things are, that is {number} game.",
            "As things are, these are {number} games.",
            step.games,
        )
        yield told.format(number=step.games)
    if step.void:
        told = ngettext(
            "{number} game that has not begun would be void.",
            "{number} games that have not begun would be void.",
            step.void,
        )
        yield told.format(number=step.void)
