"""Pictures of tables: a display list, and printers for it (SVG, Pillow, JSON for browsers).

A game's ``drawing.py`` makes the list from what is seen; nothing here knows a game.
"""
