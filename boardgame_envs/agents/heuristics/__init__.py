"""Agents that play by hand-written rules of thumb, one module for each game."""
