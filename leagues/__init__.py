"""Leagues: seasons, their entrants and games, what these are worth, and who plays where next.

How games are paired, what they are worth and who plays in which division (`formats`, `standings`,
`divisions`) are pure functions of their arguments, without framework, clock or database. There,
entrants and players are named by ids, which are texts. What is left to chance follows from a key of
the season (`lots`), so that anybody can check it once the season's seed is published. Everything
else is a Django app: a season is a stream of events (`events`, `store`), from which its rows are
computed (`rows`).
"""
