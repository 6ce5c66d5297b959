"""The checks of printed rulebooks, each with a mistake that it finds."""
