from fastcore.search.secret import SecretSearch
from fastcore.values import Option

OPTIONS: tuple[Option, ...]

class Equilibrium(SecretSearch):
    """Mixed strategies: see `plangame.pyx`, and `stepgame.pyx` for plans of a single step."""
