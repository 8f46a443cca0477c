"""Families of the domain games."""
