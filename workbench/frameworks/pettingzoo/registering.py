"""Registration of all games, so that `make` finds them."""

from __future__ import annotations

from functools import partial

from pettingzoo.env_registry import registration

import fastcore
from workbench.frameworks.pettingzoo.aec import env
from workbench.frameworks.pettingzoo.parallel import parallel_env

NAMESPACE = "herbarium"


def register() -> None:
    """Register all games that are not registered yet. `make` takes the options of a game as keyword arguments."""
    for game in fastcore.games():
        name = f"{NAMESPACE}/{game}-v0"
        if name not in registration.aec_registry:
            registration.register("aec", name, partial(env, game))
        if fastcore.info(game).has.secrets and name not in registration.parallel_registry:
            registration.register("parallel", name, partial(parallel_env, game))
