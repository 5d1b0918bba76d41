import numpy as np
import numpy.typing as npt

from fastcore.search.plans.stage_search import StageSearch

class Equilibrium(StageSearch): ...

def solve_matrix(
    payoffs: npt.ArrayLike, iterations: int = 2000, close: float = 1e-4
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float]: ...
