"""Documents read: blocks, sentences, numbers, languages, formats."""
