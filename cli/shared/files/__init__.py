"""Files that commands read and write.

    files       write whole files; refuse to overwrite
    outputs     check paths to write to
    places      files in folders; paths as users write them
"""
