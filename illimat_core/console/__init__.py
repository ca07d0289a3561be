"""Everything ``python -m illimat_core`` runs: games, scenarios, the engine protocol, counts."""
