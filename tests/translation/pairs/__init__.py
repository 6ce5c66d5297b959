"""A translation beside its original: short rulebooks in several languages, all written for these tests."""
