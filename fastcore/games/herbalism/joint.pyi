from fastcore.games.herbalism.knowledge import HerbalismKnowledge

class Joint:
    """How the cards may lie for the seat that decides, and what every other seat knows in each of these worlds."""

    def __init__(self, known: HerbalismKnowledge, model: str) -> None: ...
