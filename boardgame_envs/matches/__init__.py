"""Games between agents: at one table or at many, and who sits where."""
