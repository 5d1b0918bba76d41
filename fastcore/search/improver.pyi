from fastcore.search.hands import HandSearch
from fastcore.values import Option

OPTIONS: tuple[Option, ...]

class Improver(HandSearch):
    """Policy improvement: every move of one decision is played on over the same worlds."""
