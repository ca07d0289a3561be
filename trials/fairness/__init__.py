"""Fairness: deals many games as the server does, and tests what comes out, `./do fairness`."""
