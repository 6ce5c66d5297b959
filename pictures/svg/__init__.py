"""Things with places -> SVG.

    xml         elements -> text, everything in it escaped
    style       the style of pictures: light, dark and print
    symbols     outlines by name -> paths
    writer      things, blocks and pages -> SVG
"""
