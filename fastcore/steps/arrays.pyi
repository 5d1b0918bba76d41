import numpy as np
import numpy.typing as npt

from fastcore.state import State

def new_tensor(state: State, seat: int) -> npt.NDArray[np.float32]: ...
def new_mask(state: State) -> npt.NDArray[np.int8]: ...
