from fastcore.state import State
from fastcore.values import Playouts

def perft(state: State, depth: int) -> int:
    """The number of move sequences of length `depth` (0 to 64) from here, outcomes of chance counted as moves.

    A sequence that ends earlier because the game is over is not counted; a state that awaits a deal counts as over.
    """

def playouts(state: State, n: int, seed: int, policy: str = "uniform") -> Playouts:
    """Play the game to its end n times (1 to 10**9) by one of the game's named policies. Releases the GIL."""
