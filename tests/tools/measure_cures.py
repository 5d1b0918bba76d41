"""Who wins games of Herbalism, and how: python -m tests.tools.measure_cures --bots
"improver(simulations=400),deducer,deducer"

Every block is one row of deals, played with the seats turned round. For each bot: its share of games won (ties shared)
and its points; how often a round it cures, how sure it is then, how often rightly, in which turn; the same of answers
and follows in cures of others. Then what it expected of its decisions, by its own account, against what came true.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import sqrt

import bots
from tests.kit.hands_played import Decided, Settled, played, right_card
from workbench.cli.shared.players import split

MARKERS = ("cure", "answer", "follow")


class Account:
    """What is added up of one bot."""

    def __init__(self) -> None:
        self.shares: list[float] = []  # by block
        self.points: list[int] = []  # by game
        self.rounds = 0
        # by kind: (belief, was it right, turn)
        self.put: defaultdict[str, list[tuple[float, bool, int]]] = defaultdict(list)
        # (points, gained, first, was first)
        self.expected: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)


def measure(spec: str, names: Sequence[str], blocks: int, seed: int, accounts: Sequence[Account]) -> None:
    """Play, and note for each of these bots what it did."""
    players = [bots.make(name, seed + place) for place, name in enumerate(names)]
    for block in range(blocks):
        shares = [0.0] * len(names)
        for turned in range(len(names)):
            order = [(seat + turned) % len(names) for seat in range(len(names))]  # who sits where
            decided: list[tuple[Decided, Account]] = []
            points: Sequence[int] = ()
            for told in played(spec, [players[place] for place in order], seed, block):
                if isinstance(told, Decided):
                    decided.append((told, accounts[order[told.state.actor]]))
                    _note_marker(told, decided[-1][1])
                    continue
                _note_round(told, decided)
                for place in order:
                    accounts[place].rounds += 1
                decided, points = [], told.points
            best = [seat for seat in range(len(order)) if points[seat] == max(points)]
            for seat, place in enumerate(order):
                accounts[place].points.append(points[seat])
                shares[place] += (seat in best) / len(best)
        for account, share in zip(accounts, shares, strict=True):
            account.shares.append(share / len(names))


def _note_marker(told: Decided, account: Account) -> None:
    kind, _, card = told.report.move.partition(":")
    if kind in MARKERS:
        believed = told.report.beliefs.get("cure") or {
            str(one): chance for one, chance in told.point.beliefs()["cure"].items()
        }
        account.put[kind].append((believed[card], card == right_card(told.state), told.state.turn))


def _note_round(settled: Settled, decided: Sequence[tuple[Decided, Account]]) -> None:
    """What was expected in the decisions of a round, and what came of it."""
    for told, account in decided:
        best = next((fact.values for fact in told.report.facts if fact.key == "best"), {})
        if "points" in best:
            kind, gained = told.report.move.partition(":")[0], settled.gains[told.state.actor]
            kind = kind if kind in (*MARKERS, "skip", "give") else "action"
            account.expected[kind].append((float(best["points"]), gained, float(best["first"]), gained == 3))


def lines(names: Sequence[str], accounts: Sequence[Account]) -> Iterator[str]:
    yield "bot                                        games  share won (95 %)       points"
    for name, account in zip(names, accounts, strict=True):
        share, wide = 100 * _mean(account.shares), 196 * _error(account.shares)
        yield (
            f"{name:42} {len(account.points):5}  {share:5.1f} ({share - wide:.1f} to {share + wide:.1f})   "
            f"{_mean(account.points):6.2f}"
        )
    yield ""
    yield "bot                                        marker    a round  believed  right   turn"
    for name, account in zip(names, accounts, strict=True):
        for kind in MARKERS:
            put = account.put[kind]
            if put:
                believed, right, turn = (_mean(column) for column in zip(*put, strict=True))
                yield f"{name:42} {kind:8} {len(put) / account.rounds:8.3f}  {believed:8.3f} {right:6.3f} {turn:6.1f}"
    yield ""
    yield (
        "bot                                        decision  how many  points expected  came true  first "
        "expected  came true"
    )
    for name, account in zip(names, accounts, strict=True):
        for kind, found in sorted(account.expected.items()):
            points, gained, first, was = (_mean(column) for column in zip(*found, strict=True))
            yield f"{name:42} {kind:8} {len(found):9} {points:16.3f} {gained:10.3f} {first:15.3f} {was:10.3f}"


def _mean(column: Sequence[float]) -> float:
    return sum(column) / max(len(column), 1)


def _error(column: Sequence[float]) -> float:
    """The standard error of the mean."""
    mean = _mean(column)
    return sqrt(sum((one - mean) ** 2 for one in column) / max(len(column) - 1, 1) / max(len(column), 1))


def _together(names: Sequence[str], accounts: Sequence[Account]) -> tuple[list[str], list[Account]]:
    """Bots of the same name as one."""
    found: dict[str, Account] = {}
    many = Counter(names)
    for name, account in zip(names, accounts, strict=True):
        whole = found.setdefault(name, Account())
        whole.shares = [
            old + new / many[name]
            for old, new in zip(whole.shares or [0.0] * len(account.shares), account.shares, strict=True)
        ]
        whole.points += account.points
        whole.rounds += account.rounds
        for kind, put in account.put.items():
            whole.put[kind] += put
        for kind, expected in account.expected.items():
            whole.expected[kind] += expected
    return list(found), list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description="who wins games of Herbalism, and how")
    parser.add_argument("--spec", default="herbalism")
    parser.add_argument("--bots", required=True, help="one a seat, as in improver(simulations=400),deducer,deducer")
    parser.add_argument("--blocks", type=int, default=50, help="each is as many games as there are seats")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = split(given.bots)
    accounts = [Account() for _ in names]
    with suppress(KeyboardInterrupt):  # whoever has waited enough sees what there is so far
        measure(given.spec, names, given.blocks, given.seed, accounts)
    print("\n".join(lines(*_together(names, accounts))))


if __name__ == "__main__":
    main()
