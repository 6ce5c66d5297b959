"""What several commands share.

    options, outputs            arguments and options; files and folders to write to
    loading, names, files       rulebooks on disk -> games; files that are never half written
    lazy_group                  groups of commands, each imported when it is used
    calling, encodings          how the command was called; the standard streams in UTF-8
    evaluation                  evaluation files
    vary_parameters             a game with one parameter at another value
    progress, workers           progress of long work; tasks in several processes
    formatting, sarif           layouts with their proof; findings for code hosts
    json_values                 values -> JSON
    trial_games                 short random games of a rulebook that `check` plays
"""
