"""What a player sees: the parts of an observation, and how they are put into words [19]."""
