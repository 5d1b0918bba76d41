"""Cards beside the board: recent events, the record form, and the reveal of hidden information."""
