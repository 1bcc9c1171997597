"""A game of another package: what "Adding a game" in CONTRIBUTING.md asks for, and nothing else."""
