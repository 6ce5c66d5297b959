"""The table in a real browser: `pytest -m browser`, with the extra `browser` and a Chromium of the system."""
