"""The commands: each a module of its own name, loaded when it is used (`cli/main.py` lists them)."""
