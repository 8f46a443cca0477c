"""Families of the domain graphs."""
