"""A board on the screen: painting, pointer, animation and the cards around it."""
