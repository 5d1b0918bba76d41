from fastcore.state import State
from fastcore.values import Playouts

def perft(state: State, depth: int) -> int: ...
def playouts(
    state: State, n: int, seed: int, policy: str = "uniform", turns: int | None = None
) -> Playouts: ...
