"""The commands: each is a module or folder of its own name, loaded when a user calls it (`cli/main.py` lists them).

They lie side by side, although they are many: the name of a command is the path to its module. Groups by subject would be
a second name to know, and `cli/main.py` has the commands by subject already.
"""
