"""Families of the domain arithmetic."""
