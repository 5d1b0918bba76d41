from fastcore.games.herbalism.herbalism import Herbalism
from fastcore.knowledge import Knowledge

class HerbalismKnowledge(Knowledge):
    """What a seat knows of a game of Herbalism; answers all that OpenKnowledge answers."""

    def __init__(self, game: Herbalism, seat: int | None, text: str | None) -> None: ...
