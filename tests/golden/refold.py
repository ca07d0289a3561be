"""`python -m tests.golden.refold GAME…`: fold streams and print the digest after every event."""

import locale
import sys

from tests.golden.stream import digest, read, states

locale.setlocale(locale.LC_ALL, "")
for game in sys.argv[1:]:
    for state in states(line.event for line in read(game)):
        print(digest(state))
