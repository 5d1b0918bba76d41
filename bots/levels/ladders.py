"""The bots behind the levels of each game, weakest first.

Weaker levels fail as people do. They look ahead less, overlook some of their moves, and in games with hidden hands
forget what they saw. No level plays random moves.
"""

from __future__ import annotations

NAMES = ("beginner", "casual", "club", "strong", "maximum")
USUAL = "club"  # the level of an opponent that nobody has chosen
ADAPTIVE = "adaptive"  # the level that follows a player's results

LADDERS: dict[str, tuple[str, str, str, str, str]] = {
    "herd": (
        "mcts(simulations=30,attention=0.5)",
        "mcts(simulations=40,attention=0.7)",
        "mcts(simulations=60,attention=0.9)",
        "mcts(simulations=100)",
        "mcts(simulations=10000)",
    ),
    "forest": (
        "mcts(simulations=60,attention=0.5)",
        "mcts(simulations=60,attention=0.8)",
        "mcts(simulations=400)",
        "alphabeta(simulations=10000)",
        "alphabeta(simulations=300000)",
    ),
    "herbs": (
        "duct(simulations=300)",
        "duct(simulations=1000)",
        "equilibrium(simulations=60)",
        "equilibrium(simulations=500)",
        "equilibrium(simulations=6000)",
    ),
    "herbalism": (
        "improver(simulations=30,attention=0.15,recall=0,certainty=0.4)",
        "improver(simulations=40,attention=0.2,recall=2,certainty=0.42)",
        "improver(simulations=80,attention=0.3,recall=5,certainty=0.44)",
        "improver(simulations=200,attention=0.5,recall=12,certainty=0.47)",
        "improver(simulations=1500,certainty=0.5)",
    ),
}
"""The bot of each level, by the id of the game. Games without an entry use the presets of their strongest bot."""

RATINGS: dict[str, tuple[int, int, int, int, int]] = {
    "herd": (1140, 1320, 1500, 1620, 1740),
    "forest": (1140, 1320, 1500, 1680, 1860),
    "herbs": (1140, 1320, 1500, 1680, 1860),
    "herbalism": (1380, 1440, 1500, 1560, 1620),
    "": (1140, 1320, 1500, 1680, 1860),
}
"""The Elo of each level, by the id of the game; "" is a guess for all other games. Club is 1500 in each of them."""
