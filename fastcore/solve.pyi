from fastcore.state import State
from fastcore.values import Solution

def solve(state: State, limit: int = 1_000_000) -> Solution: ...
