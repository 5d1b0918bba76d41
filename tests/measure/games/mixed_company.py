"""Play a bot of one tree of the program against two opponents of different types, with hidden hands.

python -m tests.measure.games.mixed_company AFTER TYPE TYPE ... --seconds 0.03 [--simulations 200] --blocks 200
    [--spec herbalism] [--bot BOT] [--company-bot BOT] [--results FILE] [--pin 0]

AFTER and each TYPE are trees that are built already, such as one commit with several blueprints. A block is a
deal, played once in each rotation of the seats; the pairs of types take turns from block to block. Prints the share of
games that AFTER won (ties are shared) with a 95 % interval over blocks, for all pairs of types and for each. The bots
run in one process each and think in turn. With a results file, one JSON line for each block, a later run continues.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from itertools import combinations_with_replacement
from pathlib import Path

import fastcore
from tests.measure.compare_strength import Seat, interval, play


def share(returns: tuple[float, ...], place: int) -> float:
    """Return the part of a won game that belongs to a seat: 1, a half or a third for a tie, or 0."""
    best = max(returns)
    return (returns[place] == best) / returns.count(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("after", type=Path)
    parser.add_argument("company", type=Path, nargs="+")
    parser.add_argument("--spec", default="herbalism")
    parser.add_argument("--seconds", type=float, default=0.03, help="for each decision")
    parser.add_argument("--simulations", type=int, help="for each decision, instead of the seconds")
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--bot", default="improver")
    parser.add_argument("--company-bot", default="improver")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pin", type=int, help="the core that all use")
    options = parser.parse_args()
    start = fastcore.start(options.spec)
    after = Seat(options.after.resolve(), options.bot, options.seconds, options.pin, options.simulations)
    company = [
        [
            Seat(tree.resolve(), options.company_bot, options.seconds, options.pin, options.simulations)
            for tree in options.company
        ]
        for _ in range(start.seats - 1)
    ]
    groups = list(combinations_with_replacement(range(len(options.company)), start.seats - 1))
    shares: list[float] = []
    if options.results and options.results.exists():
        shares = [json.loads(line)["share"] for line in options.results.read_text(encoding="utf-8").splitlines()]
    for number in range(len(shares), options.blocks):
        types = groups[number % len(groups)]
        players = [after, *(company[place][kind] for place, kind in enumerate(types))]
        total = 0.0
        for rotation in range(start.seats):
            order = [(seat + rotation) % start.seats for seat in range(start.seats)]
            returns = play(start.copy(), [players[place] for place in order], options.seed * 10**6 + number)
            total += share(returns, order.index(0))
        shares.append(total / start.seats)
        if options.results:
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"block": number, "types": types, "share": shares[-1]}) + "\n")
        if (number + 1) % 10 == 0:
            mean, half = interval(shares)
            print(f"{start.seats * len(shares)} games: {100 * mean:.1f} ± {100 * half:.1f}", flush=True)
    by_group: defaultdict[tuple[int, ...], list[float]] = defaultdict(list)
    for number, part in enumerate(shares):
        by_group[groups[number % len(groups)]].append(part)
    for types, parts in sorted(by_group.items()):
        mean, half = interval(parts)
        names = ", ".join(options.company[kind].name for kind in types)
        print(f"  against {names}: {100 * mean:.1f} ± {100 * half:.1f} in {start.seats * len(parts)} games")
    mean, half = interval(shares)
    print(f"{options.spec}, {options.bot}: {100 * mean:.1f} ± {100 * half:.1f}")


if __name__ == "__main__":
    main()
