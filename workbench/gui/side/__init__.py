"""Cards beside the board: recent events, the record form, what was hidden."""
