"""Agents at a table together: playing games, and learning from how they come out."""
