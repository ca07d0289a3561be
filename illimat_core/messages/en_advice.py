"""English: the sentences of hints and of the analysis of a game."""

from typing import Final

ADVICE: Final[dict[str, str]] = {
    # What a play wins.
    "advice.only": "There is no other choice.",
    "advice.harvest": "It harvests {count:n cards}: {cards:cards}.",
    "advice.fool": "{fools:cards} will count one point.",
    "advice.fools": "{fools:cards} will count one point each.",
    "advice.clear": "It clears {field}.",
    "advice.clear.okus": "It clears {field} and takes an okus.",
    "advice.claim": "It claims {luminary:luminary}.",
    "advice.stockpile": (
        "It puts {cards:cards} into a stockpile of {value}, which {by:card} can harvest later."
    ),
    "advice.sow": "No harvest is possible now.",
    "advice.sow.better": "In games played on from here, no harvest came out better.",
    "advice.keep": "It keeps {card:card}, with which {cards:cards} in {field} can be harvested.",
    # What it leaves to others.
    "advice.closed": "{field} comes into {season:season}, so nothing can be harvested there.",
    "advice.leave": (
        "The best it leaves to the next player is {cards:cards} in {field}, for a card of value "
        "{value}. They have one in about {percent}% of all cases."
    ),
    "advice.leave.nothing": "It leaves no harvest to the next player.",
    "advice.ahead": (
        "In games played on from here, it came out {points} points better than the next best."
    ),
    "advice.close": "In games played on from here, the next best came out almost as well.",
    # The analysis of a game.
    "analysis.mistake": "Round {round}: another choice was worth {points} points more to {seat}.",
    "analysis.gain": "Round {round}: one turn gains about {points} points for {seat}.",
    "analysis.ahead": "From round {round} on, {seat} {seat:stays|stay} ahead.",
    "analysis.ahead.always": "{seat} {seat:is|are} ahead from beginning to end.",
}
