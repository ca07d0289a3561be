"""The channels by which notices leave: one module and one record each, and the table of them."""

from typing import Final

from notifications.channels.email import EMAIL
from notifications.channels.push import PUSH
from notifications.channels.record import Channel
from notifications.channels.webhook import WEBHOOK

CHANNELS: Final[dict[str, Channel]] = {channel.key: channel for channel in (EMAIL, PUSH, WEBHOOK)}
"""All channels, by their keys."""
