from fastcore.games.herbalism.herbalism import Herbalism
from fastcore.knowledge import Knowledge
from fastcore.values import Event

class HerbalismObserver(Knowledge):
    """What a seat (None: everybody) sees of a game of Herbalism, from a view or from the start."""

    def __init__(self, game: Herbalism, seat: int | None, text: str | None) -> None: ...
    def follow(self, text: str) -> list[Event]: ...
