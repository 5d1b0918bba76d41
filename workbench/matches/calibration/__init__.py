"""Calibration: measuring the strength of levels by matches between them."""
