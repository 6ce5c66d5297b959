"""A position -> a picture: the stages together; SVG -> PNG.

    painter     a position -> a picture as SVG
    raster      SVG -> PNG
"""
