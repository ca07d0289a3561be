"""Random games over random options, which fuzzing, noninterference and tests play."""
