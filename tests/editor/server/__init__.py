"""The server in sessions with a client: open, changed and unsaved files, with any names, for long."""
