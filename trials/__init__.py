"""Tools that try the program: provers, fuzzers and benchmarks, and what they share."""
