"""The field: its shapes, what lies where, gaps, and what may be placed [2-4, 9]."""
