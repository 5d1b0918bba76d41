"""`herbarium archive`: names, tags, deletes and merges matches."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path

from workbench.cli.shared import sources
from workbench.cli.shared.readers import InputError, add_file, whole_number
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError, ArchiveFullError
from workbench.matches.archive.default import default_archive
from workbench.matches.archive.editing import Label, copy_matches, delete_match, labels, set_label
from workbench.system.translation import tr, trn


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    add_file(parser, tr("the archive; default: your own archive"))
    parser.add_argument(
        "--match", type=whole_number(1, 10**9), metavar="N", help=tr("the match to change; default: the newest")
    )
    parser.add_argument("--name", metavar="TEXT", help=tr("name the match; an empty text removes the name"))
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help=tr("add a tag; can be repeated"))
    parser.add_argument("--untag", action="append", default=[], metavar="TAG", help=tr("remove a tag"))
    parser.add_argument("--delete", action="store_true", help=tr("delete the match; needs --match"))
    parser.add_argument(
        "--merge", action="append", default=[], metavar="FILE", help=tr("copy all matches of this archive")
    )


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    named = arguments.name is not None or arguments.tag or arguments.untag
    if not (named or arguments.delete or arguments.merge):
        raise InputError(tr("archive: say what to change: --name, --tag, --untag, --delete or --merge"))
    if arguments.delete and (arguments.match is None or named):
        raise InputError(tr("archive: --delete needs --match; leave out names and tags"))
    path = default_archive() if arguments.file is None else Path(arguments.file)
    try:
        with ExitStack() as stack:
            archive = stack.enter_context(Archive(path, create=bool(arguments.merge)))
            archive.lock()
            for other in arguments.merge:
                merge(archive, stack.enter_context(sources.open_archive(other)))
            if arguments.delete:
                match = sources.find_match(archive, arguments.match)
                delete_match(archive, match.id)
                print(tr("Match {match} deleted.", match=match.id))
            if named:
                label(archive, arguments)
    except (ArchiveError, InputError) as error:
        raise InputError(tr("archive: {error}", error=error)) from None
    except ArchiveFullError as error:
        print(tr("herbarium: {error}", error=tr("archive: {error}", error=error)), file=sys.stderr)
        return 1
    return 0


def merge(archive: Archive, source: Archive) -> None:
    """Copy the matches of another archive, and print how many."""
    found = list(copy_matches(archive, source))
    new = [number for _, number in found if number is not None]
    text = trn("{count:,} match copied from {path}", "{count:,} matches copied from {path}", len(new), path=source.path)
    if len(new) < len(found):
        text += tr("; {count:,} already there", count=len(found) - len(new))
    print(f"{text}.")


def label(archive: Archive, arguments: Namespace) -> None:
    """Change the name and the tags of a match, and print them."""
    match = sources.find_match(archive, arguments.match)
    before = labels(archive).get(match.id, Label())
    tags = (set(before.tags) | set(arguments.tag)) - set(arguments.untag)
    name = before.name if arguments.name is None else arguments.name
    set_label(archive, match.id, Label(name, tuple(tags)))
    shown = " ".join([name or tr("no name"), *(f"#{tag}" for tag in sorted(tags))])
    print(tr("Match {match}: {shown}", match=match.id, shown=shown))
