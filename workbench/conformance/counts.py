"""How often tests repeat what they do at random."""

from __future__ import annotations

import os


def deep(sample: int, full: int) -> int:
    """Return `full` if HERBARIUM_DEEP is set (`make deep` does this), otherwise `sample`: a number of repetitions."""
    return full if os.environ.get("HERBARIUM_DEEP") else sample
