"""Fault injection: runs the real server, harms it, and checks what it promises: `./do prove`.

Simulated players play games over HTTP while processes are killed, Redis is emptied and disks fill
up. Afterwards the checks compare what clients were told with what is stored. The seed fixes the
schedule of faults and the players' choices, but not the moments at which the operating system lets
the processes run.
"""
