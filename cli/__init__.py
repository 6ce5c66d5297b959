"""The command line: nothing else touches the terminal.

    main            the group of commands; each is loaded when a user calls it
    errors          errors -> messages and exit codes
    shared/         options, loading, files, progress, workers
    tasks/          long work as tasks: in this process, in several, on a cluster
    playthroughs/   playthroughs on disk, their coverage, their results for CI
    diff/           two rulebooks compared
    booklet/        readable rulebooks as Markdown and HTML
    documents/      printed rulebooks, their locks and reports
    explanations/   pages on the codes of diagnostics and on the functions of the language
    colours/        rulebooks and the output of commands in colours
    checking/       the checks of files, for the command and for editors
    tracing/        moves carried out statement by statement, as text and JSON
    words/          the words of pages, in each language
    table/          a game at the terminal
    editor/         answers to editors: the language server
    debugger/       answers to editors: the debug adapter
    replays/        pages that replay games
    desk/           a printed rulebook at the translator's desk, in the browser
    ambiguities/    open questions of a rulebook, by weight
    balance/        the balance of a game: course, fairness, clauses, moves
    mutants/        mutation testing: verdicts and runs
    tables/         games in the browser
    commands/       each command, a module of its own name; those of `document` in a folder
"""
