"""German: the titles of modes, and the other sentences about them."""

from typing import Final

MODES: Final[dict[str, str]] = {
    "standard.title": "Standardspiel",
    "beginner.title": "Einsteigerspiel",
    "teams.title": "Teamspiel",
    "solitaire.title": "Solitaire",
    "solo_fields.title": "Solospiel gegen Mutter Natur",
    "solitaire.luminaries": (
        "Solitaire spielst du mit Lichtgestalten des Grundspiels: mindestens vier, und ohne den "
        "Wüstling."
    ),
    "solo_fields.automaton": "Mutter Natur",  # singular and without an article, as a player's name
}
