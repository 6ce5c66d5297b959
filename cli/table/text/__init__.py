"""Texts of the screen: colours, columns, lines that fit.

    colours       colour words -> coloured text
    tabular       texts -> columns
    paragraphs    values that belong together -> a table or lines
    speech        lines that fit; moves, questions, scores as text
    room          the number of lines for each part of the screen
"""
