"""Policies: what answers a question, from a scripted simulator to any causal language model."""
