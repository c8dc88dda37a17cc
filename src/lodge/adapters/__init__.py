"""The games as environments of other people's tools: `pettingzoo`, `gymnasium`, `openspiel`, one module a peer."""
