"""The bots behind the levels of each game, weakest first.

Weaker levels fail as people do. They look ahead less, overlook some of their moves, and in games with hidden hands
forget what they saw. No level plays random moves.
"""

from __future__ import annotations

NAMES = ("beginner", "casual", "club", "strong", "maximum")
USUAL = "club"  # the level of an opponent that nobody has chosen, in games without an entry in USUAL_BY_GAME
ADAPTIVE = "adaptive"  # the level that follows a player's results

LADDERS: dict[str, tuple[str, str, str, str, str]] = {
    "herd": (
        "mcts(simulations=40,attention=0.52)",
        "mcts(simulations=60,attention=0.7)",
        "mcts(simulations=60,attention=0.85)",
        "mcts(simulations=60,attention=0.96)",
        "mcts(simulations=5000,exploration=0.6)",
    ),
    "forest": (
        "mcts(simulations=60,attention=0.5)",
        "mcts(simulations=60,attention=0.78)",
        "mcts(simulations=150)",
        "alphabeta(simulations=1500)",
        "alphabeta(simulations=60000)",
    ),
    "herbs": (
        "duct(simulations=400)",
        "duct(simulations=2000)",
        "equilibrium(simulations=60)",
        "equilibrium(simulations=400)",
        "equilibrium(simulations=4000)",
    ),
    "herbalism": (
        "improver(simulations=40,attention=0.2,recall=0,certainty=0.28)",
        "improver(simulations=40,attention=0.3,recall=2,certainty=0.36)",
        "improver(simulations=80,attention=0.4,recall=4,certainty=0.39)",
        "improver(simulations=80,attention=0.4,recall=6,certainty=0.42)",
        "improver(simulations=1000,certainty=0.45)",
    ),
}
"""The bot of each level, by the id of the game. Games without an entry use the presets of their strongest bot."""

USUAL_BY_GAME = {"herd": "strong"}
"""The weakest level that beats the one-move bot `greedy`, where this is not the level club.

Luck decides so many games of Herd that the strongest level wins only about 70 % against `greedy`.
"""

SHARES: dict[str, tuple[float, float, float, float]] = {
    "herd": (0.7, 0.7, 0.65, 0.65),
    "forest": (0.8, 0.85, 0.83, 0.8),
    "herbs": (0.8, 0.8, 0.8, 0.75),
    "herbalism": (0.45, 0.5, 0.45, 0.45),
}
"""By game: each level's measured share of the wins against the level below, from casual to maximum.

`docs/benchmarks.md` has the commands. All other players of a game are of the level below.
"""
PLAYERS = {"herbalism": 3}  # number of players in these measurements, where it is not 2
