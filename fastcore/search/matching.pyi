import numpy as np
import numpy.typing as npt

def solve_matrix(
    payoffs: npt.ArrayLike, iterations: int = 2000, close: float = 1e-4
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float]:
    """The mixed strategies of both seats and the value of a zero-sum game, by regret matching+;
    payoffs are the first seat's.

    It ends when best answers would gain less than `close` together.
    ValueError beyond 64 by 64, or if payoffs are not finite.
    """
