"""Agents that play by rules of thumb, one module for each game."""
