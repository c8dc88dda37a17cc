"""Notices: that it is somebody's turn, told to who is not there."""
