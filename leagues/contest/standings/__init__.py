"""Standings: a season's table, computed from its results and nothing else."""
