"""Test whether a bot gains anything in Herbalism by searching for the game's seed.

python -m tests.attacks.seed_search --seed N --count GAMES [--against BOT] [--tries T]
[--spec SPEC] [--typed] [--folder F]

`tests/data/bots/seed_searcher.py` plays two matches with the same dice, deals and seats: with its search, and without.
The attack succeeds if the search finds a seed, or if the scores differ by more than two standard errors. With
`--typed`, the matches have a small seed, such as people type; a bot can find such a seed (docs/bots/chance.md). With
`--folder`, a stopped run can continue.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from tests.data.bots import seed_searcher
from workbench.bot_process import trust
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.resuming import match_for
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner
from workbench.records import files
from workbench.system.cores import Cores

SPEC = "herbalism(target=2)"
AGAINST = "improver:strong"
FILE = Path(seed_searcher.__file__)
TYPED = 3_000  # typed seeds are below this number


class Side(NamedTuple):
    """The searcher's result in one match, with or without its search."""

    score: float
    error: float
    games: int
    found: int  # games in which the bot reported a seed
    lines: tuple[int, ...]


def plan_for(search: str, random: Random, count: int, against: str, tries: int, typed: bool, spec: str = SPEC) -> Plan:
    """Return the plan of the match with or without the search.

    The same state of `random` gives the same dice, deals and salt.
    """
    bot = f"{FILE}:SeedSearcher(search={search},direct={tries},plans={tries // 40},dealt={tries})"
    seed, salt = random.getrandbits(63), f"{random.getrandbits(128):032x}"
    plan: dict[str, Any] = {"spec": spec, "bots": (bot, against), "seed": seed % TYPED if typed else seed, "salt": salt}
    arguments = {name: value for name, value in plan.items() if name in Plan.__struct_fields__}
    return Plan(**arguments, blocks=-(-count // Schedule(Plan(**arguments)).games_per_block))


def play_side(archive: Archive, plan: Plan, jobs: int) -> Side:
    """Check a match as the command `match` does, play it, and return the first bot's result.

    The score is a mean over blocks, and its error the standard error of that mean.
    """
    trust.allow_typed(plan.bots[0])
    checked = check(plan)
    match, _ = match_for(archive, checked.plan, True)
    Runner(archive, match, checked.threads, jobs=jobs, cores=Cores(jobs)).run()
    blocks: defaultdict[int, list[float]] = defaultdict(list)
    games_with_seed, lines = 0, []
    for game in archive.games(match.id):
        if not game.counts:
            continue
        blocks[game.block].append(share_of_points(game))
        lines.append(game.line)
        record = files.decode_record(archive.record(game.match, game.number, game.attempt))
        games_with_seed += any(
            fact.key == "seed found"
            for move in record.lines[0].moves
            for report in move.reports
            for fact in report.facts
        )
    scores = [mean(scored) for scored in blocks.values()]
    error = stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 50.0
    return Side(mean(scores), error, len(lines), games_with_seed, tuple(lines))


def share_of_points(game: Game) -> float:
    """Return the first bot's share of a game, from 0 to 100: the results of its seats against the opponent's."""
    own = mean(value for bot, value in zip(game.seats, game.returns, strict=True) if bot == 0)
    opponent = mean(value for bot, value in zip(game.seats, game.returns, strict=True) if bot == 1)
    return 50 + 25 * (own - opponent)


class Outcome(NamedTuple):
    """The results of both matches."""

    searching: Side
    plain: Side

    @property
    def error(self) -> float:
        """The standard error of the difference of both scores."""
        return sqrt(self.searching.error**2 + self.plain.error**2)

    @property
    def succeeded(self) -> bool:
        return self.searching.found > 0 or abs(self.searching.score - self.plain.score) > 2 * self.error


def attack(
    seed: int, count: int, against: str = AGAINST, tries: int = 20_000, typed: bool = False,
    folder: Path | None = None, jobs: int = 1,
    spec: str = SPEC,
) -> Outcome:  # fmt: skip
    """Play both matches and return their results."""
    with contextlib.ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            seed_searcher.NOTES_FILE.unlink(missing_ok=True)
        archive = stack.enter_context(Archive(folder / f"seed-search-{seed}.matches", create=True))
        archive.lock()
        return Outcome(
            *(
                play_side(archive, plan_for(search, Random(seed), count, against, tries, typed, spec), jobs)
                for search in ("on", "off")
            )
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack. Return 1 if the search gains anything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="games of each match")
    parser.add_argument("--against", default=AGAINST)
    parser.add_argument("--tries", type=int, default=20_000, help="seeds that the bot tries in each game, in each way")
    parser.add_argument("--spec", default=SPEC, help="the game; longer ones show more cards")
    parser.add_argument("--typed", action="store_true", help="begin with a small seed")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    os.environ.setdefault("HERBARIUM_HOME", tempfile.mkdtemp())
    outcome = attack(
        options.seed,
        options.count,
        options.against,
        options.tries,
        options.typed,
        options.folder,
        options.jobs,
        options.spec,
    )
    for name, row in (("with search", outcome.searching), ("without", outcome.plain)):
        print(
            f"{name}: {row.score:.1f} ± {row.error:.1f} of 100 in {row.games} games against {options.against}; "
            f"seed found in {row.found} games"
        )
    identical = sum(
        searching_line == plain_line
        for searching_line, plain_line in zip(outcome.searching.lines, outcome.plain.lines, strict=False)
    )
    print(
        f"difference {outcome.searching.score - outcome.plain.score:+.1f} ± {outcome.error:.1f}; "
        f"{identical} of {outcome.plain.games} games are the same, move for move"
    )
    if outcome.succeeded:
        words = (
            f"--seed {options.seed} --count {options.count} --against {options.against} --tries "
            f"{options.tries}{' --typed' * options.typed}"
        )
        print(
            f"FINDING: the search gains something. Repeat: python -m tests.attacks.seed_search {words}", file=sys.stderr
        )
    return int(outcome.succeeded)


if __name__ == "__main__":
    raise SystemExit(main())
