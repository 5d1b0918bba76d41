"""Explanations of a bot's decision: reasons in words, the growth of the choice, and the search tree."""
