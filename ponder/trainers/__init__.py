"""Trainers: supervised warm starts and group-relative policy optimisation under budgets."""
