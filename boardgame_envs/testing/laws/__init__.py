"""The law book, a file for each subject. A name is a sentence; a docstring says what is checked.

Each law is a ``Law``: called with a game, and a setting if it is not the default one, it raises
``BrokenLawError`` if the game breaks it.
"""
