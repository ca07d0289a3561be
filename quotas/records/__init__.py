"""The quotas, each one record in the module of what it limits."""

from quotas.quota import Quota
from quotas.records import accounts, games, leagues, messages, requests

QUOTAS = tuple(
    record
    for room in (games, leagues, accounts, messages, requests)
    for record in vars(room).values()
    if isinstance(record, Quota)
)
