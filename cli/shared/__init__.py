"""The modules that several commands share.

    json_values                 values -> JSON
    files, outputs              write whole files; check paths to write to
    places                      files in folders; paths as users write them
    calling, encodings          the name of the running command; the standard streams in UTF-8
    progress, workers           progress of long work; tasks in several processes
    lazy_group                  groups of commands, each imported when it is used
    looks                       look files
    pages                       pages of HTML with pictures
    loading, names              rulebooks on disk -> games; names of rulebooks that ship
    options                     arguments and options -> values
    evaluation                  evaluation files
    players                     who plays which seat
    vary_parameters             a game with one parameter at another value
    formatting                  rulebook files -> formatted files, with the proof
    sarif                       diagnostics -> SARIF, for code hosts
    compiled                    which machine plays many games
    serving                     options of commands that serve pages; the server
"""
