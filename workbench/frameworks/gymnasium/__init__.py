"""Games as Gymnasium environments for one seat. Importing it registers them as "herbarium/" and the id and "-v0"."""

from workbench.frameworks.gymnasium.seat import HerbariumSeat, register

register()

__all__ = ["HerbariumSeat", "register"]
