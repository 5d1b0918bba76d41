from fastcore.search.hands import HandSearch
from fastcore.values import Option

OPTIONS: tuple[Option, ...]

class Ismcts(HandSearch):
    """Multiple-observer information set search: a tree for each seat of what it has seen."""
