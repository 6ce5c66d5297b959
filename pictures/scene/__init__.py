"""A position -> what is to be drawn, without places. Nothing that the viewer may not see is in it.

    model        boards, spaces, tokens, cards, panels
    letters      names -> the letters that stand for them
    wording      the words of pictures in each language; captions
    wardrobe     a value -> its colour, outline and letters
    values       the values of fields -> tokens
    pieces       pieces, and fields that name a space or row -> where they stand
    tiles        a tile on a space -> how each of its sides looks
    boards       boards, with what lies on their spaces
    cards        rows of tables, with what they say and what lies on them
    panels       what players, sides and nobody have
    making       a position -> a scene
    changes      two scenes -> the later one, with what differs marked
    focus        two scenes -> the same with what matters for their difference
"""
