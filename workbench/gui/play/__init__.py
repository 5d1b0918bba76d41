"""The displayed game: tabs, hand-over, captions and commands."""
