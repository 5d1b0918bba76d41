"""The contract of a board, and the drawing and editing that boards share."""
