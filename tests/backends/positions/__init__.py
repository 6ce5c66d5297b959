"""Positions in both machines: as bytes, many in one memory, in batches."""
