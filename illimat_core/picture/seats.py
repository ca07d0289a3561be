"""The seats: who plays, with their score and what everybody may know of what they hold."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from illimat_core.cards import Seat
from illimat_core.messages import Language
from illimat_core.picture.board import ARCH, arch
from illimat_core.picture.colours import INK, Theme
from illimat_core.picture.svg import (
    WIDEST,
    Box,
    label_drawing,
    move_drawing,
    rectangle,
    text,
    use,
    width_of,
)
from illimat_core.views import Observation
from illimat_core.words.board import count_cards, seat_text

HIGH: Final = 50
SCORE: Final = 24  # the size of a score
EMBLEM: Final = 0.4  # the scale of a claimed luminary
MORE: Final = 22  # wide, for the number of those that there is no room for


class SeatedPlayer(NamedTuple):
    """A seat with the name of its player, and whether the viewer sits there."""

    seat: Seat
    name: str
    own: bool


def seat_players(names: Sequence[str], viewer: Seat | None) -> list[SeatedPlayer]:
    return [SeatedPlayer(seat, name, seat == viewer) for seat, name in enumerate(names)]


def seat_panel(
    view: Observation, player: SeatedPlayer, wide: float, language: Language, theme: Theme
) -> str:
    """Return a seat at the origin, `wide` by `HIGH`."""
    seat = player.seat
    awaited = any(asked.seat == seat for asked in view.decisions)
    drawn = rectangle(
        Box(0.5, 0.5, wide - 1, HIGH - 1),
        6,
        theme.panel,
        stroke=theme.thread if awaited else theme.edge,
        line=2 if awaited else 1,
    )
    if awaited:
        drawn += rectangle(Box(0, 6, 5, HIGH - 12), 2.5, theme.thread)
    score = str(view.scores[seat])
    drawn += text(wide - 9, 24, score, SCORE, theme.ink, anchor="end")
    shown = language.say("picture.you") if player.own else player.name
    room = wide - 28 - width_of(score, SCORE)
    drawn += text(11, 20, shown, 15, theme.ink, room=room, plain=650)
    status = _status(view, seat, language, awaited=awaited)
    colour = theme.thread if awaited else theme.soft
    drawn += text(wide - 9, 41, status, 12.5, colour, anchor="end", plain=600)
    drawn += _holdings(view, seat, wide - 18 - width_of(status, 12.5), language, theme)
    label = seat_text(view, seat, shown, language)
    said = ", ".join(part for part in (label, status) if part)
    return label_drawing(drawn, said, more=f' data-seat="{seat}" color="{INK}"')


def _status(view: Observation, seat: Seat, language: Language, *, awaited: bool) -> str:
    if seat in view.forfeited:
        return language.say("picture.left")
    if view.winner and seat in view.winner:
        return language.say("picture.won")
    return language.say("picture.to_play") if awaited else ""


def _holdings(view: Observation, seat: Seat, room: float, language: Language, theme: Theme) -> str:
    """Draw the team, and the numbers of cards, okuses and claimed luminaries."""
    x, drawn = 11.0, ""
    for number, team in enumerate(view.options.mode_rules.partners, 1):
        if seat in team:
            words = language.say("picture.team", team=number)
            drawn += text(x, 41, words, 12.5, theme.soft, plain=600)
            x += width_of(words, 12.5) + 5
    counts = [("back", count_cards(view.hands[seat])), ("pack", count_cards(view.harvested[seat]))]
    if view.okuses[seat]:
        counts.append(("okus", view.okuses[seat]))
    for block, count in counts:
        drawn += use(block, x + 6.5, 36.6, 0.82, f' color="{theme.soft}"')
        drawn += text(x + 16, 41, str(count), 13.5, theme.ink, plain=600)
        x += 22 + width_of(str(count), 13.5) * WIDEST
    return drawn + _claimed(view, seat, x, room, theme)


def _claimed(view: Observation, seat: Seat, x: float, room: float, theme: Theme) -> str:
    """Draw as many claimed luminaries as there is room for, and the number of the others."""
    claimed = view.claimed[seat]
    wide = ARCH[0] * EMBLEM + 2
    fits = x + len(claimed) * wide <= room
    shown = claimed if fits else claimed[: max(int((room - x - MORE) / wide), 0)]
    drawn = ""
    for name in shown:
        drawn += move_drawing(arch(f"l-{name}", awake=True), x, 26.6, EMBLEM)
        x += wide
    rest = len(claimed) - len(shown)
    if rest and x + MORE <= room:  # the label says them all
        drawn += text(x, 41, f"+{rest}", 12.5, theme.ink, plain=600)
    return drawn
