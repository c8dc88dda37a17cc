"""`python -m lodge` is `lodge`."""

from lodge.cli import main

if __name__ == "__main__":
    main()
