"""Learns the net with which Beaver Gang's `instinct.py` decides: `python -m tools.beaver_net --to FOLDER`."""
