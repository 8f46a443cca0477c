"""Families of the domain algebra."""
