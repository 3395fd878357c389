"""What is measured: each module here has the ``SUITE`` of a game."""
