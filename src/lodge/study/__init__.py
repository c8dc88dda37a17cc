"""Studies: what somebody who designs a game asks of it, answered by many played games, with intervals."""
