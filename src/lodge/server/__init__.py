"""The server: tables that people sit around, in a browser."""
