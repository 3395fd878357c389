"""The ways in which agents are named, one module each; a module with a ``WAY`` is found."""
