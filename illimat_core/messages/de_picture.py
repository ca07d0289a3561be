"""German: what stands on a picture of the board, and what is said of its parts."""

from typing import Final

PICTURE: Final[dict[str, str]] = {
    "picture.title": "Illimat mit {names:and}",
    "picture.place.NW": "Nordwesten",
    "picture.place.NE": "Nordosten",
    "picture.place.SW": "Südwesten",
    "picture.place.SE": "Südosten",
    "picture.field": "{field}, {season:season}: {allowed}. {luminary}.",
    "picture.all_allowed": "alles erlaubt",
    "picture.closed": "gesperrt",
    "picture.no_sow": "kein Säen",
    "picture.no_harvest": "keine Ernte",
    "picture.no_stockpile": "kein Vorrat",
    "picture.no_luminary": "Keine Lichtgestalt",
    "picture.acts_as": "{luminary}, als {acting:luminary}",
    "picture.luminary": "{luminary:luminary label}",
    "picture.acting": "{luminary:luminary label}: {acting:luminary label}",
    "picture.plays_here": "Als Nächstes: {name}",
    "picture.fallow": "leer",
    "picture.pile": "Vorrat",
    "picture.illimat": "Das Illimat mit {okuses:n okuses}",
    "picture.stars": "Sterne",
    "picture.you": "Du",
    "picture.team": "{team}. Team",
    "picture.to_play": "am Zug",
    "picture.won": "gewinnt",
    "picture.left": "ausgeschieden",
    "picture.your_hand": "Deine Hand",
    "picture.hand": "Hand von {name}",
    "picture.to_draw": "{cards} im Stapel",
    "picture.round_of": "Runde {round} von {rounds}",
    "picture.round_to": "Runde {round}, bis {target}",
}
"""The words of `illimat_core.picture`."""
