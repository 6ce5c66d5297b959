"""A scene -> places. Numbers are rounded, so that the same scene gives the same bytes.

    plan        things with their shapes, words and signs in places; blocks of them
    text        texts -> lines that fit
    packing     tokens -> places in boxes
    outlines    outlines of spaces that lie side by side; of spaces that have merged
    graphs      which space is next to which -> places
    shapes      a board -> the outline of each space, and the boxes for what lies there
    rims        an edge or corner of a board -> a bar or a disc
    boards      a board -> a block
    entries     named values -> lines of a panel or card
    panels      panels, cards and the key -> blocks
    flow        blocks -> a page
"""
