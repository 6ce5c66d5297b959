"""What an editor shows of a place: completions, names, and playthroughs."""
