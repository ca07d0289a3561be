"""Puts the promises of the server to the test: it is run for real, and killed over and over.

`python -m prove` plays games over HTTP while processes are killed, Redis is emptied and disks are
full, and then compares what was told with what is stored. What it finds is as repeatable as the
seed makes it: the schedule of faults and the players' choices come from it, not so the moments at
which the operating system lets the processes run.
"""
