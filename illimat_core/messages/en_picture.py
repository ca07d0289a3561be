"""English: what stands on a picture of the board, and what is said of its parts."""

from typing import Final

PICTURE: Final[dict[str, str]] = {
    "picture.title": "Illimat: {names:and}",
    "picture.place.NW": "North-west",
    "picture.place.NE": "North-east",
    "picture.place.SW": "South-west",
    "picture.place.SE": "South-east",
    "picture.field": ("{field}, {season:season}: {allowed}. {luminary}."),
    "picture.all_allowed": "all allowed",
    "picture.closed": "closed",
    "picture.no_sow": "no sowing",
    "picture.no_harvest": "no harvest",
    "picture.no_stockpile": "no stockpile",
    "picture.no_luminary": "No luminary",
    "picture.acts_as": "{luminary}, as {acting:luminary}",
    "picture.luminary": "{luminary:luminary label}",
    "picture.acting": "{luminary:luminary label}: {acting:luminary label}",
    "picture.plays_here": "Next: {name}",
    "picture.fallow": "fallow",
    "picture.pile": "pile",
    "picture.illimat": "The Illimat, with {okuses:n okuses}",
    "picture.stars": "Stars",
    "picture.you": "You",
    "picture.team": "Team {team}",
    "picture.to_play": "to play",
    "picture.won": "won",
    "picture.left": "left",
    "picture.your_hand": "Your hand",
    "picture.hand": "{name}'s hand",
    "picture.to_draw": "{cards} to draw",
    "picture.round_of": "Round {round} of {rounds}",
    "picture.round_to": "Round {round}, to {target}",
}
"""The words of `illimat_core.picture`."""
