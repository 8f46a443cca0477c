"""Families of the domain logic."""
