"""Carolus Magnus: what its printed rules say, in drawn games."""
