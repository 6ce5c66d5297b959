"""Long work: the same results wherever it runs, after a crash and after a break."""
