"""The verbs for packages with other games."""
