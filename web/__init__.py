"""Pages served to browsers: one server for several applications. A module imports only what is drawn above it.

    limits        how large and how frequent requests may be
    addresses     the addresses that the server listens on, and those that a request may name
    security      every request checked, every answer with its headers
    links         links that cannot be guessed -> what they lead to
    bodies        the body of a request -> a record; an answer as JSON
    live          a page that follows changes: server-sent events
    pages         HTML from templates; files that pages load
    application   an application: its routes, its files, and what runs beside them
    site          applications -> one site
    server        a site -> answers at an address, until it is stopped
"""
