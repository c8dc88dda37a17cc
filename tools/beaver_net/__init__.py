"""Learns the net with which Beaver Gang's `net.py` decides: `python -m tools.beaver_net --to FOLDER`."""
