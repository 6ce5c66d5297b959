"""Playthroughs on disk: found, read, played to their end; what they cover, and what their results are for CI."""
