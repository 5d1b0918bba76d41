"""Checks that the reasons for moves agree with the reports from which they were derived."""
