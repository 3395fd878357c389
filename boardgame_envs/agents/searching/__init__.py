"""Agents that search: one module for each kind, and one for each game with its settings."""
