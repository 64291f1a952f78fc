"""The forms in which the whole graph is written for other programs, one file each."""
