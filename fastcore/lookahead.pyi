from fastcore.game import Game

class Lookahead:
    """How a game may go on after a move, over the worlds that a seat holds possible; `Search` asks it."""

    game: Game
    told: tuple[str, ...]

    def __init__(self, game: Game, worlds: list[tuple[str, float]], caution: float = 0.0) -> None: ...
    def priors(self, moves: list[int]) -> list[float]: ...
