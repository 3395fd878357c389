"""Training: agents learn by self-play. One algorithm a file; the game is a config."""
