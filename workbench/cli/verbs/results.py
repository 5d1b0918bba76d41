"""`herbarium results`: shows the user's scores by game and level, and the ratings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.readers import InputError, add_json
from workbench.cli.shared.situations import check_game
from workbench.results import history, rating
from workbench.results.summary import scores
from workbench.system.language.formats import format_count, format_number, format_percent, localised
from workbench.system.translation import tr, trn

NO_RESULTS = tr("No results yet. Finish a game against a bot to begin.")
LAST = 10  # latest ratings that are printed


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("--game", metavar="ID", help=tr("only this game"))
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: There is no such game.
    """
    if arguments.game is not None:
        try:
            check_game(arguments.game)
        except InputError as error:
            raise InputError(f"results: {error}") from None
    results = history.load()
    games = sorted({result.game for result in results if arguments.game in (None, result.game)})
    ratings = {game: rating.history(results, game) for game in games}
    rows = scores(results, arguments.game or "")
    if arguments.json:
        print_json(
            {
                "scores": [score._asdict() | {"share": score.share} for score in rows],
                "ratings": {
                    game: [{"rating": round(entry.value), "margin": round(entry.margin)} for entry in entries]
                    for game, entries in ratings.items()
                },
            }
        )
        return 0
    if not rows:
        print(NO_RESULTS)
        return 0
    print_table(
        "",
        ("game", "opponent", "games", "won", "score", "even"),
        [
            (
                score.game,
                score.opponent
                if score.seats == 2
                else tr("{opponent}, {seats} players", opponent=score.opponent, seats=score.seats),
                format_count(score.games),
                localised(f"{score.wins:.1f}".removesuffix(".0")),
                format_percent(score.share),
                format_percent(1 / score.seats),
            )
            for score in rows
        ],
        words=2,
    )
    for game, entries in ratings.items():
        if entries:
            latest = entries[-1]
            path = ", ".join(format_number(entry.value, ".0f") for entry in entries[-LAST:])
            count = trn("{count:,} rated game", "{count:,} rated games", len(entries))
            print(
                tr(
                    "{game}: rating {latest:.0f} ± {margin:.0f} after {count} (latest: {path})",
                    game=game,
                    latest=latest.value,
                    margin=latest.margin,
                    count=count,
                    path=path,
                )
            )
    return 0
