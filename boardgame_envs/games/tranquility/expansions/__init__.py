"""Stormy Seas: reefs, monsters, storms and compasses [20-32]."""
