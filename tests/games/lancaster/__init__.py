"""Lancaster: what its printed rules say, in random games and playthroughs."""
