"""Games of a rulebook to the figures of a balance report: course, fairness, clauses, kinds of move.

    intervals     samples -> intervals, bounds, and corrections for many comparisons
    items         codes of moves -> the kinds of move and the values that they offer
    records       the record of one game
    outlook       positions -> what each seat may expect there, by random games
    watch         rules and a number of a series -> the record of that game
    course        records -> how games run: length, branching, leads, uncertainty
    fairness      records -> how often each seat and side wins
    use           records -> in how many games each clause is applied
    item_uses  records -> how often each item is offered and taken, and the result of those who take it
    restricted    records -> what a seat loses when it may not use an item
    against       records of two rulebooks -> what differs, and whether that is clear
"""
