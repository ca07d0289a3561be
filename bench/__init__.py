"""How fast the server is, beside baselines that are measured in the same minutes.

`python -m bench` prints a table of ratios. Absolute figures say more of the machine than of the
program, so each one stands beside a baseline that took turns with it; each module says what its
baselines are, and why they are fair.
"""
