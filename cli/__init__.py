"""The command line. `main` is the group; each command is a module that is loaded when it is used.

    main.py      the group, what is loaded when, errors and exit codes
    options.py   arguments and options that commands share
    picture.py   positions as tables and boards
    check, dump, games, perft, play, show, simulate, ...   one command each
"""
