"""How each game is searched: a module for each, with its ``SETTINGS``."""
