"""The files of an editor: their diagnostics, and what is known of their clauses."""
