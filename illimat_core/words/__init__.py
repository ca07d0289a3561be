"""The game in words: boards, events and cards described for people."""
