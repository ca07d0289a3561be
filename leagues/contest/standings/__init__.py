"""Standings: the order of a group, computed from its results and nothing else."""
