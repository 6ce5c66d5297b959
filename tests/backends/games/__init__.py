"""Whole games in both machines: random, with an evaluation, with seats of their own, watched."""
