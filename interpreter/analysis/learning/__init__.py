"""The weights of numbers in a game, learnt from games that the program plays against itself.

    features       a rulebook -> numbers in its own words that may say who is ahead
    games          evaluations -> games between players who look one move ahead, with positions on the way
    regression     numbers in positions, and who won -> weights (logistic regression)
    learner        rules -> an evaluation in the rulebook's words, with what it is worth
"""
