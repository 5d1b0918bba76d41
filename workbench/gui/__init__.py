"""The graphical user interface."""
