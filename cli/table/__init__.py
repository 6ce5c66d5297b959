"""A game at the terminal: what is asked, what can be typed, what is shown, and how it is told."""
