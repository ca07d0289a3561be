"""The events of seasons, and the rows that follow from them."""
