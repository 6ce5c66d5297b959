"""Locks: the sentences that a person has confirmed, without their words.

    lock        the entries: clauses, and fingerprints of their sentences
    realign     a lock and an edited document -> where each sentence is now
    editions    variants -> what each clause means in any of them
"""
