"""Studies: recipes of matches and questions, the games they need, and the page of figures that answers them."""
