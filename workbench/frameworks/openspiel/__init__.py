"""Herbarium's games in OpenSpiel. Importing this package registers them, with names such as "herbarium_" and the id."""

from workbench.frameworks.openspiel.games import NAMES, HerbariumGame, HerbariumState, register

register()

__all__ = ["NAMES", "HerbariumGame", "HerbariumState", "register"]
