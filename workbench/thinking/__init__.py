"""Running bots on threads: one decision, analyses, outcomes."""
