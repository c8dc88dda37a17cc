"""The bus: what the server processes on one database tell each other, and who of them does what only one should do."""
