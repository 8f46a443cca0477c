"""Families of the domain cognition."""
