"""The verb `dataset`."""
