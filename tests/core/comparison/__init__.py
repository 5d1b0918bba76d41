"""Tests of comparisons on common luck."""
