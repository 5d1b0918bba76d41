from fastcore.search.secret import SecretSearch
from fastcore.values import Option

OPTIONS: tuple[Option, ...]

class Duct(SecretSearch):
    """Decoupled UCT: see `duct.pyx`."""
