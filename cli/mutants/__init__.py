"""Mutation testing of a rulebook: verdicts on its mutants.

    verdicts    verdicts counted: a report as text and as JSON
    state       the file of `mutate --resume`
    subject     one mutant -> a verdict
    runs        all mutants or a sample -> verdicts, in one or more processes
"""
