"""German: the sentences of hints and of the analysis of a game."""

from typing import Final

ADVICE: Final[dict[str, str]] = {
    # What a play wins.
    "advice.only": "Es gibt keine andere Wahl.",
    "advice.harvest": "Das bringt {count:n cards} ein: {cards:cards accusative}.",
    "advice.fool": "Dabei ist {fools:cards}: ein Punkt.",
    "advice.fools": "Dabei sind {fools:cards}: je ein Punkt.",
    "advice.clear": "Das räumt {field} ab.",
    "advice.clear.okus": "Das räumt {field} ab und bringt einen Okus.",
    "advice.claim": "Das gewinnt {luminary:luminary accusative}.",
    "advice.stockpile": (
        "Das legt {cards:cards accusative} in einen Vorrat im Wert von {value}, den {by:card} "
        "später ernten kann."
    ),
    "advice.sow": "Im Moment ist keine Ernte möglich.",
    "advice.sow.better": "Beim Weiterspielen von hier aus schnitt keine Ernte besser ab.",
    "advice.keep": (
        "So bleibt {card:card} auf der Hand und kann {cards:cards accusative} in {field} ernten."
    ),
    # What it leaves to others.
    "advice.closed": "In {field} wird es {season:season}, also kann dort nicht geerntet werden.",
    "advice.leave": (
        "Wer als Nächstes dran ist, kann in {field} höchstens {cards:cards accusative} ernten, "
        "mit einer Karte vom Wert {value}. Die gibt es in etwa {percent} % aller Fälle."
    ),
    "advice.leave.nothing": "Wer als Nächstes dran ist, findet nichts zu ernten.",
    "advice.ahead": (
        "Beim Weiterspielen von hier aus schnitt das um {points:decimal} Punkte besser ab als die "
        "nächstbeste Wahl."
    ),
    "advice.close": (
        "Beim Weiterspielen von hier aus schnitt die nächstbeste Wahl fast genauso gut ab."
    ),
    # The analysis of a game.
    "analysis.mistake": (
        "Runde {round}: Eine andere Wahl wäre für {seat:accusative} {points:decimal} Punkte mehr "
        "wert gewesen."
    ),
    "analysis.gain": (
        "Runde {round}: Ein einziger Zug bringt {seat:dative} etwa {points:decimal} Punkte."
    ),
    "analysis.ahead": "Ab Runde {round} {seat:liegt|liegst} {seat} durchgehend vorn.",
    "analysis.ahead.always": "{seat} {seat:liegt|liegst} von Anfang bis Ende vorn.",
}
