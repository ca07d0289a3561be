"""The guided game, played to its end."""

from games.making import lesson
from games.making.guided_game import follow, move_of
from illimat_core import legal_actions

TAUGHT = [step.offers[0] for step in lesson.STEPS if step.offers]


def to_the_end() -> tuple[str, ...]:
    course = follow(TAUGHT)
    while course.step is not None:
        course = follow([*course.moves, move_of([*legal_actions(course.state, lesson.PUPIL)][-1])])
    return course.moves
