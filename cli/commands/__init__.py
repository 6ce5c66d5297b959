"""The commands: each a module or a folder of its own name, imported when it is used (`cli/main.py` lists them)."""
