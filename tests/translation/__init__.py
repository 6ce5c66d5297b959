"""Facts, wordings, booklets; printed rulebooks and their locks."""
