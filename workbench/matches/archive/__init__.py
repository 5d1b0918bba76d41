"""The archive of matches: storing, searching, describing and exporting their games."""
