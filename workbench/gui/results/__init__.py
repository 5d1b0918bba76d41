"""My results: the person's scores by game and level, and the rating over time."""
