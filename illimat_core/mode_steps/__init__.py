"""The steps of particular modes, under the names that the modes' records use."""
