"""Analyses of the matches of an archive: ratings, arrays, sizes and times."""
