"""Playthroughs on disk: find them, read them, play them, and report coverage and results.

    scripts        find and read playthroughs, and open their games
    own            the playthroughs beside a rulebook and its variants, and how each sets the game up
    places         a name or line of a playthrough -> the playthrough up to there, and the positions there
    replay         play a playthrough to its end
    position       a playthrough and a place in it -> where the play stands there
    coverage       the clauses that playthroughs exercise
    file_result    the result of one playthrough file
    junit          results as JUnit XML
    failure_page   results -> a page with the positions of failures
    naming         the head of a playthrough -> the same head for a file elsewhere
"""
