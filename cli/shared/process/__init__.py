"""The running process: its command, its streams, its workers.

    calling     the name of the running command
    encodings   the standard streams in UTF-8
    progress    progress of long work
    workers     tasks in several processes
    lazy_group  groups of commands, each imported when it is used
    serving     options of commands that serve pages; the server
"""
