"""Mutants of a rulebook tried one after another: the trial, what is kept of it, and its numbers."""
