"""The table of Tranquility as it is drawn: faces of cards, the sea, the players."""
