"""Measure who wins games of Herbalism, and how.

python -m tests.measure.cures --bots "improver(simulations=400),deducer,deducer"

A block is one series of deals, played once in each rotation of the seats. The first table gives each bot's share of
games won (ties are shared) and its points. The second covers its cures, and its answers and follows in cures of others:
how often in a round, with which belief, how often correct, and in which turn. The third compares what the bot expected
of its decisions with the outcomes.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import sqrt

import bots
from tests.kit.hands_played import Decision, RoundEnd, play_game, right_card
from workbench.cli.shared.players import split_list

MARKERS = ("cure", "answer", "follow")


class Account:
    """The statistics of one bot."""

    def __init__(self) -> None:
        self.shares: list[float] = []  # by block
        self.points: list[int] = []  # by game
        self.rounds = 0
        # by kind: (belief, was right, turn)
        self.markers: defaultdict[str, list[tuple[float, bool, int]]] = defaultdict(list)
        # by kind: (expected points, points gained, expected chance to be first, was first)
        self.expected: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)


def measure(spec: str, names: Sequence[str], blocks: int, seed: int, accounts: Sequence[Account]) -> None:
    """Play blocks and record the statistics of each bot in `accounts`."""
    players = [bots.make(name, seed + place) for place, name in enumerate(names)]
    for block in range(blocks):
        shares = [0.0] * len(names)
        for rotation in range(len(names)):
            order = [(seat + rotation) % len(names) for seat in range(len(names))]  # bots by seat
            decided: list[tuple[Decision, Account]] = []
            points: Sequence[int] = ()
            for event in play_game(spec, [players[place] for place in order], seed, block):
                if isinstance(event, Decision):
                    decided.append((event, accounts[order[event.state.actor]]))
                    _record_marker(event, decided[-1][1])
                    continue
                _record_round(event, decided)
                for place in order:
                    accounts[place].rounds += 1
                decided, points = [], event.points
            best = [seat for seat in range(len(order)) if points[seat] == max(points)]
            for seat, place in enumerate(order):
                accounts[place].points.append(points[seat])
                shares[place] += (seat in best) / len(best)
        for account, share in zip(accounts, shares, strict=True):
            account.shares.append(share / len(names))


def _record_marker(decision: Decision, account: Account) -> None:
    kind, _, card = decision.report.move.partition(":")
    if kind in MARKERS:
        belief = decision.report.beliefs.get("cure") or {
            str(value): chance for value, chance in decision.point.beliefs()["cure"].items()
        }
        account.markers[kind].append((belief[card], card == right_card(decision.state), decision.state.turn))


def _record_round(settled: RoundEnd, decided: Sequence[tuple[Decision, Account]]) -> None:
    """Record the expected and the actual outcomes of the decisions in a round."""
    for decision, account in decided:
        best = next((fact.values for fact in decision.report.facts if fact.key == "best"), {})
        if "points" in best:
            kind, gained = decision.report.move.partition(":")[0], settled.gains[decision.state.actor]
            kind = kind if kind in (*MARKERS, "skip", "give") else "action"
            account.expected[kind].append((float(best["points"]), gained, float(best["first"]), gained == 3))


def lines(names: Sequence[str], accounts: Sequence[Account]) -> Iterator[str]:
    yield "bot                                        games  share won (95 %)       points"
    for name, account in zip(names, accounts, strict=True):
        share, margin = 100 * _mean(account.shares), 196 * _error(account.shares)
        yield (
            f"{name:42} {len(account.points):5}  {share:5.1f} ({share - margin:.1f} to {share + margin:.1f})   "
            f"{_mean(account.points):6.2f}"
        )
    yield ""
    yield "bot                                        marker    a round  believed  right   turn"
    for name, account in zip(names, accounts, strict=True):
        for kind in MARKERS:
            markers = account.markers[kind]
            if markers:
                belief, right, turn = (_mean(column) for column in zip(*markers, strict=True))
                yield f"{name:42} {kind:8} {len(markers) / account.rounds:8.3f}  {belief:8.3f} {right:6.3f} {turn:6.1f}"
    yield ""
    yield (
        "bot                                        decision  how many  points expected  came true  first "
        "expected  came true"
    )
    for name, account in zip(names, accounts, strict=True):
        for kind, entries in sorted(account.expected.items()):
            points, gained, first, was_first = (_mean(column) for column in zip(*entries, strict=True))
            yield f"{name:42} {kind:8} {len(entries):9} {points:16.3f} {gained:10.3f} {first:15.3f} {was_first:10.3f}"


def _mean(column: Sequence[float]) -> float:
    return sum(column) / max(len(column), 1)


def _error(column: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    mean = _mean(column)
    return sqrt(sum((value - mean) ** 2 for value in column) / max(len(column) - 1, 1) / max(len(column), 1))


def _combine_by_name(names: Sequence[str], accounts: Sequence[Account]) -> tuple[list[str], list[Account]]:
    """Return names and accounts with bots of the same name combined."""
    accounts_by_name: dict[str, Account] = {}
    counts = Counter(names)
    for name, account in zip(names, accounts, strict=True):
        combined = accounts_by_name.setdefault(name, Account())
        combined.shares = [
            old + new / counts[name]
            for old, new in zip(combined.shares or [0.0] * len(account.shares), account.shares, strict=True)
        ]
        combined.points += account.points
        combined.rounds += account.rounds
        for kind, markers in account.markers.items():
            combined.markers[kind] += markers
        for kind, expected in account.expected.items():
            combined.expected[kind] += expected
    return list(accounts_by_name), list(accounts_by_name.values())


def main() -> None:
    parser = argparse.ArgumentParser(description="who wins games of Herbalism, and how")
    parser.add_argument("--spec", default="herbalism")
    parser.add_argument("--bots", required=True, help="one a seat, as in improver(simulations=400),deducer,deducer")
    parser.add_argument("--blocks", type=int, default=50, help="each is as many games as there are seats")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    names = split_list(options.bots)
    accounts = [Account() for _ in names]
    with suppress(KeyboardInterrupt):  # after Ctrl-C, print the results so far
        measure(options.spec, names, options.blocks, options.seed, accounts)
    print("\n".join(lines(*_combine_by_name(names, accounts))))


if __name__ == "__main__":
    main()
