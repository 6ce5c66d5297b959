"""Changes that an editor makes: renames, fixes, changes in variants."""
