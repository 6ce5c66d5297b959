"""Two rulebooks compared: by clause, and in play.

    side_by_side    play two rulebooks side by side, in one or more processes
    diff_page       a page with both positions of each divergence
    diff_report     print the differences as text and JSON
"""
