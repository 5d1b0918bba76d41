"""Data sets: the decisions of games between bots, as Parquet files for training."""
