"""A position of the guided game, for its page: the lesson, what happened, and the choices."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from games.making import lesson
from games.making.guided_game import HOUSE_NAME, GuidedCourse, card_of, follow, move_of, path_of
from games.reading.board import arrange_board
from illimat_core import State, observe, read
from illimat_core.cards import FIELDS, SEASON_OF, Season
from illimat_core.messages import Language
from illimat_core.picture import PAGE, Look, Marks
from illimat_core.words.board import card_name, count_cards
from illimat_core.words.narration import Names, address, narrate
from web.frame.card_chips import marking
from web.playing import choice_lists
from web.playing.choices import Choosing
from web.playing.dock import choices_context, label_button
from web.playing.drafts import MoveDraft
from web.playing.marks import marks_of
from web.playing.page import stage_of
from web.playing.position import draw_position


class ToldTurn(NamedTuple):
    """A turn in sentences; `own` is the visitor's."""

    own: bool
    sentences: list[str]


class Counted(NamedTuple):
    """What somebody has taken so far."""

    name: str
    cards: int
    summer: int
    winter: int
    okuses: int


def position_context(course: GuidedCourse, draft: MoveDraft, language: Language) -> dict[str, Any]:
    """Return the template context of a position; `draft` is what the visitor has chosen."""
    view, names = observe(course.state, lesson.PUPIL), [gettext("You"), HOUSE_NAME]
    offered = course.menu(language)
    choosing = Choosing(offered, view, draft) if offered else None
    held = view.hands[lesson.PUPIL]
    cards = held if isinstance(held, Sequence) else []
    hand = choice_lists.list_hand(choosing, cards, language) if choosing else []
    marks = marks_of(choosing) if choosing else Marks()
    forbidden = _forbidden(course, choosing, cards, language) if choosing else ""
    return {
        "view": view,
        "step": course.step,
        "taught": _field_of(course.step),
        "number": len(course.moves) + 1,
        "steps_in_all": len(lesson.STEPS),
        "moves": course.moves,
        "here": address_of(course.moves),
        "played": path_of(course.moves),
        "before": address_of(course.moves[:-1]) if course.moves else "",
        "happened": _happened(course, names, language),
        "board": arrange_board(view, names, lesson.PUPIL, language),
        "asked": choosing is not None,
        "counted": [_counted(course.state, seat, name) for seat, name in enumerate(names)],
        "to_draw": count_cards(view.draw),
        "stage": "now-asked" if forbidden else stage_of(choosing),
        "forbidden": forbidden,
        **(_choices(course, choosing, names, language) if choosing else {}),
        **draw_position(view, hand, Look(language, PAGE, marks=marks)),
    }


def unanswered_context(course: GuidedCourse, language: Language) -> dict[str, Any]:
    """Return the template context of the board as the visitor's last move left it."""
    own = [turn.state for turn in course.turns if turn.seat == lesson.PUPIL]
    view = observe(own[-1] if own else course.state, lesson.PUPIL)
    names = [gettext("You"), HOUSE_NAME]
    return {
        "view": view,
        "board": arrange_board(view, names, lesson.PUPIL, language),
        **draw_position(view, (), Look(language, PAGE)),
    }


def address_of(moves: tuple[str, ...]) -> str:
    return reverse("first-played", args=[path_of(moves)]) if moves else reverse("first")


def _choices(
    course: GuidedCourse, choosing: Choosing, names: Sequence[str], language: Language
) -> dict[str, Any]:
    """Return what the dock shows: what may be chosen next, and where the whole move leads."""
    shown = choices_context(choosing, gettext("Touch a card of your hand."), names, language)
    shown["lists"] = _offered(course, shown["lists"])
    shown["reminder"] = course.step.text if course.step else ""
    action = choosing.action
    if action is None:
        return shown
    played = read(course.state, lesson.PUPIL, action)
    if course.offers and played not in course.only:
        return shown | {"unmet": gettext("You can take more here. Choose all of it.")}
    after = follow([*course.moves, move_of(played)]).moves
    return shown | {
        "go": address_of(after),
        "says": label_button(choosing, action, names, language),
    }


def _forbidden(
    course: GuidedCourse, choosing: Choosing, cards: Sequence[str], language: Language
) -> str:
    """Return which card a lesson asks for instead of the touched one; empty if it is that one."""
    touched = set(choosing.given.cards).intersection(cards)
    if not course.only or not touched or choosing.cards:
        return ""
    asked = [card_name(card_of(play), marking(language)) for play in course.only]
    return gettext("The lesson asks for another card here: {card}.").format(
        card=language.form("or", asked)
    )


def _field_of(step: lesson.LessonStep | None) -> str:
    """Return the field that a step is about; empty if it is about none."""
    offers = step.offers if step else ()
    return next((each for offer in offers for each in offer.split() if each in FIELDS), "")


def _offered(
    course: GuidedCourse, found: list[choice_lists.ChoiceList]
) -> list[choice_lists.ChoiceList]:
    """Return lists without what a lesson leaves out, which would be given a wrong reason."""
    if not course.offers:
        return found
    return [some._replace(options=[each for each in some.options if each.href]) for some in found]


def _happened(course: GuidedCourse, names: Names, language: Language) -> list[ToldTurn]:
    names, marked = address(names, lesson.PUPIL), marking(language)
    last = max((n for n, t in enumerate(course.turns) if t.seat == lesson.PUPIL), default=0)
    return [
        ToldTurn(
            turn.seat == lesson.PUPIL,
            [told for event in turn.events if (told := narrate(event, names, marked))],
        )
        for turn in course.turns[last:]
    ]


def _counted(state: State, seat: int, name: str) -> Counted:
    player = state.players[seat]

    def of(season: Season) -> int:
        return sum(SEASON_OF[card] == season for card in player.harvested)

    return Counted(name, len(player.harvested), of("Summer"), of("Winter"), len(player.okuses))
