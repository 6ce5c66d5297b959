"""What a person has confirmed of a document.

    lock        the entries: clauses, and fingerprints of their sentences
    realign     a lock and an edited document -> where each sentence is now
    editions    variants -> what each clause means in any of them
"""
