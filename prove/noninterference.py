"""The run without a server: nothing told depends on what is hidden, in random games."""

import asyncio
import os
from collections import Counter

from games.management.progress import Progress
from prove.checks import Finding
from prove.report import Outcome
from prove.run import Plan
from prove.stack import Workshop
from secrecy.many import check_games

PREFIXES = 5  # of each game


async def noninterference(workshop: Workshop, plan: Plan) -> Outcome:
    """No server: what a viewer has not seen is exchanged, and all that it is told compared."""
    return await asyncio.to_thread(_check, plan)


def _check(plan: Plan) -> Outcome:
    bar, counts = Progress("noninterference"), Counter[str]()
    differences: list[str] = []
    games = check_games(
        seed=plan.seed, games=plan.games, prefixes=PREFIXES, jobs=os.cpu_count() or 1
    )
    for done, result in enumerate(games, 1):
        counts += result.counts
        differences += result.differences
        bar.show(done / plan.games, f"{done} games, {len(differences)} differences")
    bar.close()
    enough = [] if counts["games"] >= plan.games else [f"There were only {counts['games']} games."]
    return Outcome(
        "noninterference",
        {name: str(counts[name]) for name in sorted(counts)},
        [
            Finding("nothing told depends on what is hidden", counts["comparisons"], differences),
            Finding("it was tried hard enough", plan.games, enough),
        ],
    )
