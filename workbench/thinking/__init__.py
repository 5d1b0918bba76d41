"""Bots that think on threads: one decision, analyses, and values of chance outcomes."""
