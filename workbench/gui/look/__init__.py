"""Theme, lengths, fonts, pictures and widget styles."""
