"""The archive of a match: reading, searching, describing and exporting."""
