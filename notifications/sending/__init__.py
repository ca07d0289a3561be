"""The outbox and the way of a delivery out of it; `dispatch` is the way in."""
