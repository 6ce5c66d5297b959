"""Playthroughs on disk: found, read, played to their end; what they cover, and what their results are for CI.

    coverage    which clauses of a game playthroughs exercise, and by which playthrough each
    junit       results of playthroughs as JUnit XML, which CI systems read
    own         the playthroughs that lie beside a rulebook and its variants, and how each sets the game up
    replay      playthroughs that a command needs the end or the whole course of
    scripts     playthroughs on disk: find them, read them, and open the games they are of
    naming      the head of a playthrough -> the same head for a file elsewhere
    file_result    the result of one playthrough file: failures, checks, and the clauses that it exercised
"""
