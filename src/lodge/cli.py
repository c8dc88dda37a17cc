"""The `lodge` command."""


def main() -> None: ...
