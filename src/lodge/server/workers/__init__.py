"""Work that takes a while, in threads outside the event loop: bots, hints, checks, analyses."""
