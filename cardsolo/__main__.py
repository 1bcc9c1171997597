"""`python -m cardsolo` is the same as `cardsolo`."""

from cardsolo.cli import main

if __name__ == "__main__":
    main()
