"""How positions are written: entries for the cards, the field, and the course of the game."""
