"""The conductors: they load a pipeline from its file and lead the work through it."""
