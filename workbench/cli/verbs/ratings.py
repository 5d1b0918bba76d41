"""`herbarium ratings`: rates all bots of an archive over all of its matches."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace

import fastcore
from workbench.cli.matches.words import elo_with_bars, percent
from workbench.cli.shared import sources
from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.readers import InputError, add_file, add_json, whole_number
from workbench.matches.analysis.ratings import RatingError, rate
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.editing import labels
from workbench.system.language.formats import format_count
from workbench.system.translation import tr, trn

HEADS = ("", "bot", tr("Elo (95 %)"), "games", "score %", "opponents")


def anchor(text: str) -> tuple[str, float]:
    """Parse a bot and its rating, for example "greedy=1000", as an argparse type. The rating is 0 if it is missing."""
    bot, _, elo = text.rpartition("=") if re.search(r"=-?\d+(\.\d+)?$", text) else (text, "", "0")
    if not bot or abs(float(elo)) > 1e5:
        raise ArgumentTypeError(tr("{text!r} is not a bot, or a bot with its Elo such as greedy=1000", text=text[:40]))
    return bot, float(elo)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    add_file(parser, tr("the archive; default: your own archive"))
    parser.add_argument("--game", metavar="SPEC", help=tr("the game; needed if the archive has several"))
    parser.add_argument(
        "--match",
        type=whole_number(1, 10**9),
        action="append",
        metavar="N",
        help=tr("only this match; can be repeated"),
    )
    parser.add_argument("--tag", metavar="TAG", help=tr("only matches with this tag"))
    parser.add_argument(
        "--anchor",
        type=anchor,
        metavar="BOT[=ELO]",
        help=tr("fix the Elo of this bot; default: the mean of all bots is 0"),
    )
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        with sources.open_archive(arguments.file, True) as archive:
            return show_ratings(archive, arguments)
    except (ArchiveError, RatingError, InputError) as error:
        raise InputError(tr("ratings: {error}", error=error)) from None


def show_ratings(archive: Archive, arguments: Namespace) -> int:
    """Print the ratings of the chosen matches. Return the exit status."""
    matches = chosen_matches(archive, arguments)
    spec = matches[0].plan.spec
    bot, elo = arguments.anchor or (None, 0.0)
    found = rate(archive, matches, bot, elo)
    if arguments.json:
        print_json({"game": spec, "matches": [match.id for match in matches], "anchor": bot, "ratings": found})
        return 0
    rows = [
        (
            str(place),
            rating.name,
            elo_with_bars(rating.elo),
            format_count(rating.games),
            percent(rating.score),
            str(rating.opponents),
        )
        for place, rating in enumerate(found, 1)
    ]
    title = trn(
        "{spec}: ratings over {count:,} match", "{spec}: ratings over {count:,} matches", len(matches), spec=spec
    )
    print_table(title, HEADS, rows, words=3)
    return 0


def chosen_matches(archive: Archive, arguments: Namespace) -> list[Match]:
    """Return the matches of the options, which are all of one game.

    Raises:
        InputError: There is none, or they are of different games.
    """
    names = labels(archive)
    matches = [
        match
        for match in archive.matches()
        if (arguments.match is None or match.id in arguments.match)
        and (arguments.tag is None or arguments.tag in names.get(match.id, ("", ()))[1])
    ]
    specs = sorted({match.plan.spec for match in matches})
    if arguments.game is not None:
        try:
            spec = fastcore.start(arguments.game).spec
        except ValueError as error:
            raise InputError(tr("--game: {error}", error=error)) from None
        matches = [match for match in matches if match.plan.spec == spec]
    elif len(specs) > 1:
        raise InputError(tr("name one game with --game: {specs}", specs=", ".join(specs)))
    if not matches:
        raise InputError(tr("{path}: there is no such match", path=archive.path))
    return matches
