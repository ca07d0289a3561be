"""Posting to servers of strangers, which webhooks and push services are."""
