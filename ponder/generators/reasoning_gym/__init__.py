"""Ten Reasoning Gym datasets as families, on Ponder's own streams, splits and checkers."""
