"""Tests of puzzles: their files, answers, proofs, sets and practice."""
