"""What a turn is made of: hands, discards, drawing, the Start; and the deal before it [5-15]."""
