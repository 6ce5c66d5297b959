"""Long work as tasks, in this process, in several, or on a cluster: the same results in the same order wherever they run.

    subjects   the rules that tasks are about -> hashes, by which a worker with other rules is refused
    results    finished tasks -> a file from which an interrupted run goes on
    cluster    tasks -> a Dask scheduler (extra `cluster`)
    work       options of a command -> tasks
"""
