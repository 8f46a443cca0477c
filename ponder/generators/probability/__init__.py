"""Families of the domain probability."""
