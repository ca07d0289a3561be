"""The run without a server: noninterference in random games."""

import asyncio
import os
from collections import Counter
from contextlib import closing
from functools import partial

from trials.display import Bar
from trials.noninterference.check import check_game
from trials.pool import run_seeds
from trials.prove.checks import Finding
from trials.prove.report import RunOutcome
from trials.prove.run import RunPlan
from trials.prove.stack import Workshop

PREFIXES = 5  # of each game


async def noninterference(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Exchange cards that a viewer has not seen, and compare all that the viewer is shown."""
    del workshop
    return await asyncio.to_thread(_check, plan)


def _check(plan: RunPlan) -> RunOutcome:
    counts, differences = Counter[str](), list[str]()
    check, jobs = partial(check_game, prefixes=PREFIXES), os.cpu_count() or 1
    results = run_seeds(check, seed=plan.seed, count=plan.games, jobs=jobs)
    with Bar("noninterference") as bar, closing(results):
        for done, result in enumerate(results, 1):
            counts += result.counts
            differences += result.differences
            bar.show(done / plan.games, f"{done} games, {len(differences)} differences")
    enough = [] if counts["games"] >= plan.games else [f"Only {counts['games']} games were played."]
    return RunOutcome(
        "noninterference",
        {name: str(counts[name]) for name in sorted(counts)},
        [
            Finding("nothing shown depends on hidden cards", counts["comparisons"], differences),
            Finding("the run did as much as planned", plan.games, enough),
        ],
    )
