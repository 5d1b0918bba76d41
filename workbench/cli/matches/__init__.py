"""Options and texts of the verbs that run matches."""
