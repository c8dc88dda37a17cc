"""The game as people meet it."""
