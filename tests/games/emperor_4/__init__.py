"""Emperor-4: what its rules page says, in its scenarios and in random games."""
