"""Studies: a game designer's questions, answered by many played games, with intervals."""
