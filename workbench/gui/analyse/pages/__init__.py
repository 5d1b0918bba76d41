"""The pages of the mode Analyse, one file each."""
