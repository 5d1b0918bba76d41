"""The question before a stranger's bot runs."""
