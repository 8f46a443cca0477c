"""Families of the domain algorithmic."""
