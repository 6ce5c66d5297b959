"""Pictures of positions: a position -> what is to be drawn -> where -> SVG. A folder imports only what is drawn above it.

    rows           rows of tables -> words
    visible_state  a position -> its values in words, as a viewer sees them
    in_use         a board and a position -> the spaces that are shown
    look/          look files: how a game wants to be drawn
    scene/         a position -> what is to be drawn: boards, cards, panels, tokens
    layout/        what is to be drawn -> the places of spaces and tokens
    svg/           what is to be drawn and its places -> SVG
    painting/      a position -> a picture: the stages together; SVG -> PNG
"""
