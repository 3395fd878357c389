"""How good agents are: counting, intervals, tournaments, teams, and exact best responses."""
