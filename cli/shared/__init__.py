"""The modules that several commands share. A folder imports only folders above it.

    files/      files that commands read and write, and their paths
    process/    the running command: its streams, progress, workers; groups of commands
    formats/    results as JSON, SARIF and HTML
    games/      arguments and options -> games, players and machines
"""
