"""The rules of Illimat: pure, event-sourced, and the same on every machine.

``decide`` says what an action leads to, ``evolve`` and ``fold`` make states of events,
``legal_actions`` and ``menu`` say what a seat may do, ``observe`` and ``redact`` what it may see.
"""
