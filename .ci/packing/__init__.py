"""How the packages are built and tried: wheels, the program folder, the Debian package."""
