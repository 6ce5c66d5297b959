"""The command line. `main` is the group; each command is a module that is loaded when it is used.

    main                                      the group, what is loaded when
    errors                                    errors as messages and exit codes
    commands/                                 each command a module of its own name
    options, outputs                          arguments and options that commands share; what may be written, and where
    loading, names, files                     rulebooks on disk to games; files that are never half written
    otherwise                                 a game with one of its parameters at another value
    playthroughs/                             playthroughs on disk, what they cover, and their results for CI
    table/                                    a game at the terminal: asked, typed, shown, told
    booklet/                                  readable rulebooks as Markdown and HTML
    documents/                                printed rulebooks held against the rules
    explanations/                             pages on the codes of diagnostics, and on the functions of the language
    highlight                                 rulebooks and playthroughs coloured by Pygments
    mutants/                                  mutants of a rulebook on trial
    side_by_side, diff_report, workers        two rulebooks in play; tasks in several processes
    formatting, sarif                         layouts with their proof; findings for code hosts
    progress, worth                           how far work has come; files of what positions are worth
"""
