"""The workbench: game sessions, searches and settings, with the boards, command line and window built on them."""
