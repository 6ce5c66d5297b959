"""Printed rulebooks held against the rules: what their commands share, and findings as a page and as SARIF."""
