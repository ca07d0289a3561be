"""Noninterference: checks that nothing shown depends on hidden cards, `./do noninterference`."""
