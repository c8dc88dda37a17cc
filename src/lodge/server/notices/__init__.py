"""Notices: what is told to players who are away, such as that it is their turn."""
