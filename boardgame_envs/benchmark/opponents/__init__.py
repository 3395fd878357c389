"""Opponents with their fingerprints: each module here has some as ``OPPONENTS``."""
