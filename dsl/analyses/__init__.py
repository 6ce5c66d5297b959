"""Passes over the typed rulebook as a whole. Each reports mistakes; `call_graph` also serves `lower`.

    call_graph           rules -> callers, suspending rules, region merges; reports recursion
    look_ahead           looks ahead that do not end, or look at what is not known
    reachability         clauses that are never reached, loops that do not end, moves that look alike
    conflicts            rules that contradict each other with no priority between them
    unused               settings of variants that no rule reads
    information_flow/    values that a player may learn from what they are offered, refused or shown
"""
