"""Families of the domain code."""
