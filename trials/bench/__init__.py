"""Benchmarks of the rules and the API, each beside a baseline: `./do bench`.

Absolute figures say more about the machine than about the program. Each figure is therefore the
ratio to a baseline that was measured alternately with it; each module names its baselines, and says
why they are fair.
"""
