"""The tutor: it judges a person's decision within a second, and objects only to a loss that is certain."""
