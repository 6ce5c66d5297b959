"""Games as text: `.play` files, with moves, chance and expectations.

    lines/        text <-> what the lines of a playthrough say
    positions/    the lines of a position block <-> a state
    running/      lines -> results: plays them on the rules
    checking      lines -> diagnostics: what is wrong, as far as that shows without playing
    meaning       a line -> what it means by its rules, whatever these call things
    difference    results -> what differs, by rules other than those it was written for
    migration     lines -> new text: what holds by other rules
"""
