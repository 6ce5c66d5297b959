"""Mutants of a rulebook tried one after another: the trial, what is kept of it, and its numbers.

    bench     A rulebook with its playthroughs, and what becomes of a mutant of it
    fates     what became of the mutants of a rulebook, in numbers, as text and as JSON
    state     A file to what is known of mutants, and back: verdicts that hold, and those found with other rules or playthroughs
    trials    the mutants of a rulebook tried one after another, in one or more processes; what is found is kept in a file
"""
