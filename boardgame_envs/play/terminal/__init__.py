"""A person at a terminal: a session shown in words, and answers that are typed."""
