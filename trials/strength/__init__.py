"""How strong the house players are, and how their weights are fitted: `./do strength`."""
