"""Search: knows the contract of `fastcore.game`, never a game."""
class Search: pass
