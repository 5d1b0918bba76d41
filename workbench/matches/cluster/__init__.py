"""Matches on many machines: Dask carries blocks of games to workers, and their results back."""
