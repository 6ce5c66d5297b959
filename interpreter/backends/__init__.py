"""Code generators: `Program` -> the functions that the machine runs.

    python/    generated Python, the reference
"""
