"""Results in the formats of others.

    json_values  values -> JSON
    pages        pages of HTML with pictures
    sarif        diagnostics -> SARIF, for code hosts
"""
