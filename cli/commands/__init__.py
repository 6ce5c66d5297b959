"""The commands: each is a module or folder of its own name, loaded when a user calls it (`cli/main.py` lists them)."""
