"""What is done in games without a request: timers, house players, advice, verification."""
