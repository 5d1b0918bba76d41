"""The workbench: sessions, thinking and settings, and above them boards, the command line and the window."""
