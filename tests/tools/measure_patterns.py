"""Which way for patterns to move apart makes the best game of Herbs between strong bots: python -m
tests.tools.measure_patterns [--games N] ...

One bot plays both seats. What is counted: how often somebody wins, how long a game is, points by what they are for and
how many of them chains bring, what is written, and whether one kind of points or of actions settles everything. Prints
figures for docs/benchmarks.md and judges nothing.
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
class Played:
    """One game: its result, rounds and bids, each seat's points by source, those that chains
    brought, and actions carried out."""

    returns: Sequence[float] = (0.0, 0.0)
    points: Sequence[int] = (0, 0)
    rounds: int = 0
    bids: int = 0
    chains: int = 0
    cause: str = ""
    ap: Sequence[int] = (0, 0)  # left at the end
    sources: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    actions: Counter[str] = field(default_factory=Counter)

    @property
    def winner(self) -> int:
        """The seat that has won, -1 for a draw."""
        return -1 if self.returns[0] == self.returns[1] else int(self.returns[1] > self.returns[0])

    def note(self, events: Iterable[Event]) -> None:
        """Count what one move led to. Points that follow a wave of stones moving apart, before
        anybody acts again, are a chain's."""
        chain = False
        for event in events:
            chain = event.kind == "wave" or (chain and event.kind == "points")
            if event.kind == "points":
                self.sources[event.seat][str(event.values["for"])] += int(event.values["points"])
                self.chains += chain * int(event.values["points"])
            elif event.kind == "slot":
                self.actions.update(
                    action_of(str(event.values[who])) for who in ("first", "second") if event.values[who] != "-"
                )
            elif event.kind == "over":
                self.cause = str(event.values["cause"])
                for seat, who in enumerate(("first", "second")):
                    self.sources[seat]["left"] += int(event.values[who])
            self.bids += event.kind == "bids"


def action_of(item: str) -> str:
    """The kind of an action, by what stands behind the number of its Herb."""
    return max((key for key in ACTIONS if item[1:].startswith(key)), key=len)


def play(spec: str, bot: str, number: int, seed: int) -> Played:
    """Game `number` of one bot against itself."""
    state, game = fastcore.start(spec), Played()
    pair = [bots.make(bot, fastcore.Stream(seed, "patterns", number, seat).below(2**32)) for seat in range(2)]
    while state.actor != OVER:
        move = state.parse_move(decide(pair[state.actor], state.viewpoint(state.actor)).move)
        game.note(state.events(move))
        game.rounds = state.turn
        state.play(move)
    game.returns, game.points = state.returns(), state.points()
    game.ap = [int(left) for left in state.fields["ap"].split(",")]
    return game


def leaders(games: Sequence[Played], source: str) -> tuple[int, int]:
    """Of the games that were won and in which one seat had more points of a source, in how many it was the winner;
    and their number."""
    led = [
        game.sources[game.winner][source] > game.sources[1 - game.winner][source]
        for game in games
        if game.winner >= 0 and game.sources[0][source] != game.sources[1][source]
    ]
    return sum(led), len(led)


def shares(counts: Iterable[Counter[str]]) -> list[tuple[str, float]]:
    """Each kind's share of them all, the commonest first."""
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return [(kind, number / max(total.total(), 1)) for kind, number in total.most_common() if number]


def told(games: Sequence[Played]) -> list[str]:
    """The figures of these games, a line each."""
    won = [game for game in games if game.winner >= 0]
    scored = [
        sum(sum(seat[source] for source in SOURCES if source != "left") for seat in game.sources) for game in games
    ]
    spent = [game.ap[game.winner] == 0 for game in won]
    causes = Counter(game.cause for game in games).most_common()
    by_source = [
        f"{SOURCES[key]} {mean(sum(seat[key] for seat in game.sources) for game in games):.1f}" for key in SOURCES
    ]
    led = [f"{name} {have} of {of}" for key, name in SOURCES.items() for have, of in [leaders(games, key)]]
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
        f"the winner had more of: {', '.join(led)}",
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
    given = parser.parse_args(arguments)
    for patterns in given.patterns or option.choices:
        games = [play(f"herbs(patterns={patterns})", given.bot, number, given.seed) for number in range(given.games)]
        print(patterns, *told(games), sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
