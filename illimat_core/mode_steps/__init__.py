"""The steps that single modes bring, under the names by which their records ask for them."""
