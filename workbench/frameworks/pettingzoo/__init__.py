"""Herbarium's games in PettingZoo. Importing this package registers them as "herbarium/" and the id and "-v0"."""

from workbench.frameworks.pettingzoo.aec import HerbariumAEC, env
from workbench.frameworks.pettingzoo.parallel import HerbariumParallel, parallel_env
from workbench.frameworks.pettingzoo.registering import register

register()

__all__ = ["HerbariumAEC", "HerbariumParallel", "env", "parallel_env", "register"]
