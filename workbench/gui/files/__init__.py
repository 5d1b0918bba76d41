"""Opening, saving, adjourning and closing games."""
