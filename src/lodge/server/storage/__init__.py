"""What is kept on disk: tables as lists of events, players' matches, analyses."""
