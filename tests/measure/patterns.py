"""Measure which rule for patterns that move apart gives the best games of Herbs between strong bots.

python -m tests.measure.patterns [--games N] ...

One bot plays both seats. The program prints figures for docs/benchmarks.md: how often games are decided, their length,
points by source and from chains, the actions carried out, and whether one source or action decides everything.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import mean

import bots
import fastcore
from fastcore import OVER, Event
from workbench.bot_process.decisions import decide

SOURCES = {"stone": "stones in pits", "row": "rows", "square": "squares", "herb": "Herbs", "left": "AP left"}
ACTIONS = {
    "M": "moves", "T": "turns", "H": "half turns", "BU": "back ups", "P": "pushes", "BW": "bleaching",
    "WB": "blackening", "F": "fire",
}  # fmt: skip


@dataclass
class GameSummary:
    """One game: result, rounds, bids and final action points.

    Also each seat's points by source, points from chains, and counts of the actions carried out.
    """

    returns: Sequence[float] = (0.0, 0.0)
    points: Sequence[int] = (0, 0)
    rounds: int = 0
    bids: int = 0
    chains: int = 0
    cause: str = ""
    ap: Sequence[int] = (0, 0)  # action points left at the end
    sources: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    actions: Counter[str] = field(default_factory=Counter)

    @property
    def winner(self) -> int:
        """The seat that has won, or -1 for a draw."""
        return -1 if self.returns[0] == self.returns[1] else int(self.returns[1] > self.returns[0])

    def count_events(self, events: Iterable[Event]) -> None:
        """Count the events of one move.

        Points after stones have moved apart and before anybody acts again come from a chain.
        """
        chain = False
        for event in events:
            chain = event.kind == "wave" or (chain and event.kind == "points")
            if event.kind == "points":
                self.sources[event.seat][str(event.values["for"])] += int(event.values["points"])
                self.chains += chain * int(event.values["points"])
            elif event.kind == "slot":
                self.actions.update(
                    action_of(str(event.values[player]))
                    for player in ("first", "second")
                    if event.values[player] != "-"
                )
            elif event.kind == "over":
                self.cause = str(event.values["cause"])
                for seat, player in enumerate(("first", "second")):
                    self.sources[seat]["left"] += int(event.values[player])
            self.bids += event.kind == "bids"


def action_of(item: str) -> str:
    """Return the kind of an action, a key of ACTIONS, from the text after the number of its Herb."""
    return max((key for key in ACTIONS if item[1:].startswith(key)), key=len)


def play(spec: str, bot: str, number: int, seed: int) -> GameSummary:
    """Play game `number` of one bot against itself."""
    state, game = fastcore.start(spec), GameSummary()
    pair = [bots.make(bot, fastcore.Stream(seed, "patterns", number, seat).below(2**32)) for seat in range(2)]
    while state.actor != OVER:
        move = state.parse_move(decide(pair[state.actor], state.viewpoint(state.actor)).move)
        game.count_events(state.events(move))
        game.rounds = state.turn
        state.play(move)
    game.returns, game.points = state.returns(), state.points()
    game.ap = [int(left) for left in state.fields["ap"].split(",")]
    return game


def leads_of_winners(games: Sequence[GameSummary], source: str) -> tuple[int, int]:
    """Return in how many games the winner had more points from a source, and the number of games that count.

    A game counts if it has a winner and one seat had more points from this source.
    """
    led_games = [
        game.sources[game.winner][source] > game.sources[1 - game.winner][source]
        for game in games
        if game.winner >= 0 and game.sources[0][source] != game.sources[1][source]
    ]
    return sum(led_games), len(led_games)


def shares(counts: Iterable[Counter[str]]) -> list[tuple[str, float]]:
    """Return the share of each kind in the total, the most frequent first."""
    total: Counter[str] = Counter()
    for counter in counts:
        total.update(counter)
    return [(kind, number / max(total.total(), 1)) for kind, number in total.most_common() if number]


def figures(games: Sequence[GameSummary]) -> list[str]:
    """Return the figures of these games, one line each."""
    won = [game for game in games if game.winner >= 0]
    scored = [
        sum(sum(seat[source] for source in SOURCES if source != "left") for seat in game.sources) for game in games
    ]
    spent = [game.ap[game.winner] == 0 for game in won]
    causes = Counter(game.cause for game in games).most_common()
    by_source = [
        f"{SOURCES[key]} {mean(sum(seat[key] for seat in game.sources) for game in games):.1f}" for key in SOURCES
    ]
    led_games = [
        f"{name} {have} of {of}" for key, name in SOURCES.items() for have, of in [leads_of_winners(games, key)]
    ]
    seats = shares(seat for game in games for seat in game.sources)
    return [
        f"decisive {len(won)} of {len(games)}, the first seat won {sum(game.winner == 0 for game in won)}",
        (
            f"ended by {', '.join(f'{cause} {count}' for cause, count in causes)}; "
            f"by the winner without AP {sum(spent)} of {len(won)}"
        ),
        f"rounds {mean(game.rounds for game in games):.1f}, bids {mean(game.bids for game in games):.1f}",
        (
            f"points of both seats by play {mean(scored):.1f}, of them from chains "
            f"{100 * sum(game.chains for game in games) / max(sum(scored), 1):.1f} %"
        ),
        f"points by source: {', '.join(by_source)}",
        f"commonest source {SOURCES[seats[0][0]]}, {100 * seats[0][1]:.0f} % of all points" if seats else "no points",
        f"margin {mean(abs(game.points[0] - game.points[1]) for game in games):.1f}",
        f"the winner had more of: {', '.join(led_games)}",
        "actions: "
        + ", ".join(f"{ACTIONS[key]} {100 * share:.0f} %" for key, share in shares(game.actions for game in games)),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    option = next(option for option in fastcore.info("herbs").options if option.name == "patterns")
    parser = argparse.ArgumentParser(description="games of Herbs by the way in which patterns move apart")
    parser.add_argument("--games", type=int, default=40, help="of each way (default %(default)s)")
    parser.add_argument(
        "--bot", default="equilibrium(simulations=2000)", help="who plays both seats (default %(default)s)"
    )
    parser.add_argument("--patterns", choices=option.choices, action="append", help="only this way; may be given again")
    parser.add_argument("--seed", type=int, default=1, help="default %(default)s")
    options = parser.parse_args(arguments)
    for patterns in options.patterns or option.choices:
        games = [
            play(f"herbs(patterns={patterns})", options.bot, number, options.seed) for number in range(options.games)
        ]
        print(patterns, *figures(games), sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
