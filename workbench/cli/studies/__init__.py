"""The verb `study`: running recipes, their progress and their tables."""
