"""The data card: a page in the folder of a data set that says what it holds and how to make it again."""

from __future__ import annotations

import fastcore
from fastcore.steps import step_game
from workbench.datasets.columns import columns
from workbench.datasets.settings import Settings
from workbench.system.version import version

NAME = "README.md"


def command(settings: Settings, games: int) -> str:
    """Return the command that makes a data set."""
    words = [f'herbarium dataset "{settings.spec}" FOLDER', f'--bot "{settings.bot}"', f"--games {games}"]
    for name, value, usual in (
        ("shard", settings.shard, Settings.shard),
        ("random", settings.random, Settings.random),
        ("opening", settings.opening, Settings.opening),
        ("seed", settings.seed, Settings.seed),
    ):
        if value != usual:
            words.append(f"--{name} {value}")
    return " ".join([*words, *(["--recall"] if settings.recall else [])])


def written(settings: Settings, games: int, decisions: int, shards: int) -> str:
    """Return the page.

    Args:
        settings: The settings.
        games: The number of games in complete shards.
        decisions: The number of their decisions.
        shards: The number of complete shards.
    """
    info, game = fastcore.info(settings.spec.partition("(")[0]), step_game(settings.spec)
    hidden = (
        "Rows show only what the seat that decides knows. Together, the rows of a game reveal hidden information.\n"
        if info.has.covered else ""
    )  # fmt: skip
    return f"""---
pretty_name: "Self-play of {info.title}"
tags: [board-games, self-play, reinforcement-learning]
configs:
- config_name: default
  data_files: "shard-*.parquet"
---

# Self-play of {info.title}

Games of `{settings.spec}` by {info.designer}: {games:,}. Decisions: {decisions:,}. Files: {shards:,}. The bot
`{settings.bot}` played all seats. Each row is one decision. Seats that choose together have one row each.
{hidden}
| setting | value |
| --- | --- |
| share of random moves | {settings.random:g} |
| random moves at the start | 0 to {settings.opening} |
| seed | {settings.seed} |
| games in a file | {settings.shard} |
| version of Herbarium | {version()} |

This command makes the same tables again:

```
{command(settings, games)}
```

## Columns

| name | type | shape | unit | meaning |
| --- | --- | --- | --- | --- |
{_rows([(c.name, c.kind, _shape(c.shape), c.units, c.meaning) for c in columns(game, settings)])}

Arrays are lists of fixed size, in row-major order. The metadata of their fields has the shape. Actions are those of
`fastcore.State` and of the adapters to OpenSpiel and PettingZoo.

## Parts of `tensor`

| name | shape | unit | meaning |
| --- | --- | --- | --- |
{_rows([(piece.name, _shape(piece.shape), piece.units, piece.meaning) for piece in game.pieces])}
"""


def _rows(rows: list[tuple[str, ...]]) -> str:
    return "\n".join(f"| `{name}` | {' | '.join(cells)} |" for name, *cells in rows)


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))
