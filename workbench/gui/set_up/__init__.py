"""Setting up positions by hand."""
