"""MCCFR of OpenSpiel on a small duel of Herbs, and the exploitability of Herbarium's own bot there.

python docs/examples/frameworks/mccfr_herbs.py --ap 4 --iterations 4000 --simulations 4000

Each player has one Herb, a few action points and no stones to place. The duel is small enough for exact exploitability:
the mean of what each player could gain by knowing the policy of the opponent. It needs `herbarium[openspiel]`.
"""

from __future__ import annotations

import argparse

import pyspiel
from open_spiel.python import policy as policies

import bots
from workbench.frameworks.openspiel import HerbariumGame


class Duel(HerbariumGame):
    """One round of Herbs with one Herb and one action each."""

    id = "herbs"

    def __init__(self, ap):
        super().__init__({"actions": 1, "rounds": 1})
        self.start = f"11/11/11/4w6/5w5/4w1ww3/4b6/6w4/11/11/11 G7v,-,I6<,- {ap},{ap} 0w0b,0w0b 0,0 1 1 0 write:1:|"

    def new_initial_state(self, state=None):
        """Return a state; by default the start of the duel."""
        return super().new_initial_state(self.start if state is None else state)


def bot_shares(bot, spec, state):
    """Return the probability of each legal action in a bot's mixed strategy. It sees only what its player sees."""
    player = state.current_player()
    point = state.simultaneous_game_state().steps.seen(player).viewpoint(player)
    thinker = bots.make(bot, seed=1, spec=spec)
    for _ in thinker.think(point):
        pass
    shares = {}
    for plan, weight in thinker.search.mixture():
        line = plan[thinker.search.written]
        shares[line] = shares.get(line, 0.0) + weight
    total = sum(shares.values())
    return [(action, shares.get(state.action_to_string(action), 0.0) / total) for action in state.legal_actions()]


def main(arguments=None):
    """Print the exploitability of the uniform policy, of MCCFR and of the bot. Return all three."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ap", type=int, default=4)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=1000)
    options = parser.parse_args(arguments)
    duel = Duel(options.ap)
    game = pyspiel.convert_to_turn_based(duel)  # MCCFR needs single moves

    states = policies.TabularPolicy(game).states  # one for each information state
    uniform = {}
    for state in states:
        legal = state.legal_actions()
        uniform[state.information_state_string()] = [(action, 1 / len(legal)) for action in legal]
    found = {"uniform": pyspiel.exploitability(game, uniform)}
    print(f"uniform policy: exploitability {found['uniform']:.4f}, {len(states)} information states")

    solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed=1)
    for name in ("half", "all"):
        for _ in range(options.iterations // 2):
            solver.run_iteration()
        found[name] = pyspiel.exploitability(game, solver.average_policy())
    print(f"MCCFR, {options.iterations // 2:,} iterations: exploitability {found['half']:.4f}")
    print(f"MCCFR, {options.iterations:,} iterations: exploitability {found['all']:.4f}")

    bot, spec = f"equilibrium(simulations={options.simulations})", duel.step_game.spec
    policy = {state.information_state_string(): bot_shares(bot, spec, state) for state in states}
    found["bot"] = pyspiel.exploitability(game, policy)
    print(f"{bot}: exploitability {found['bot']:.4f}")
    return found


if __name__ == "__main__":
    main()
