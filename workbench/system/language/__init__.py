"""The forms of numbers and dates in each language."""
