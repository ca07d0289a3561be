"""Tools that try the program: provers, fuzzers and benchmarks, and what they share.

Some try nothing: `suite` runs the tests, `ratchets` measures the source, `audit` asks about its
packages, and `designs` finds what `leagues/contest/formats/kept.json` keeps.
"""
