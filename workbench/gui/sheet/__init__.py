"""Writing turns on a sheet before they are made."""
