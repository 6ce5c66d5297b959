"""The checks of files, for the command and for editors. The compiler is loaded only when a result has to be made.

    cache          a file -> its result, kept as long as all that it depends on is the same
    rechecks       a kept result, and files in which declarations differ -> the result now
    texts          a kept result -> what is reported of texts and glossaries now
    file_checks    a file -> its result, by all passes
    short_games    short random games of a rulebook
    paths          arguments -> files to check
    with_variants  errors in lines of a rulebook, with the variants that it was checked with
    result         what is checked, the result, and what it depends on
"""
