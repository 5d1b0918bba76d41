"""Opening, saving and closing games."""
