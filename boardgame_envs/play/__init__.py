"""People at the table."""
