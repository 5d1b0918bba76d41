"""Loading of bots from users' files and from installed packages."""
