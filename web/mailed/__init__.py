"""The pages that links in mails lead to."""
