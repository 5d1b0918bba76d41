"""Theme, scale, fonts, pictures and widget styles."""
