"""The pages of the Analyse mode, one file each."""
