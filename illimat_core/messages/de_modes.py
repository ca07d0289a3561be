"""German: the titles of modes, and the other sentences about them."""

from typing import Final

MODES: Final[dict[str, str]] = {
    "standard.title": "Standardspiel",
    "beginner.title": "Einsteigerspiel",
    "teams.title": "Teamspiel",
    "solitaire.title": "Solitaire",
    "solo_fields.title": "Solospiel gegen Mutter Natur",
    "solitaire.won": "Sieg: Alle {all} Lichtgestalten sind gewonnen.",
    "solitaire.lost": "{claimed} von {all} Lichtgestalten sind gewonnen.",
    "solitaire.forfeited": "Aufgegeben mit {claimed} von {all} Lichtgestalten.",
    "solitaire.goal": "Zum Sieg gehören alle {all}.",
    "solitaire.luminaries": (
        "Solitaire spielst du mit Lichtgestalten des Grundspiels: mindestens vier, und ohne den "
        "Wüstling."
    ),
    "solo_fields.won": "Gewonnen: {score} zu {other} gegen {name}, in Runde {round}.",
    "solo_fields.lost": "Nicht gewonnen: {score} zu {other} gegen {name}, in Runde {round}.",
    "solo_fields.forfeited": "Aufgegeben bei {score} zu {other} gegen {name}, in Runde {round}.",
    "solo_fields.goal": (
        "Zum Sieg gehören {target:n points} in höchstens {rounds:n rounds}, und mehr als {name}."
    ),
    "solo_fields.automaton": "Mutter Natur",  # singular and without an article, as a player's name
}
