"""Two rulebooks compared.

    side_by_side    two rulebooks played side by side, in one or more processes
    diff_report     the differences as text and JSON
"""
