"""Removal of folder names and hidden information from records and results for sharing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

import fastcore
from bots.loading.sources import parse_options, parse_program, written_program
from workbench.records.schema import Ending, Record, Result

_FOLDER = re.compile(r"^.*[/\\](?=[^/\\]*\.py:)", re.DOTALL)
_REASONS: dict[str, str] = {
    "illegal": "an illegal move",
    "timeout": "no move in time",
    "crash": "the bot failed",
    "void": "the bot failed; the game does not count",
}


def bot_name(text: str) -> str:
    """Return the spec of a bot without the folders of its file or its command."""
    if (program := parse_program(text)) is not None:
        name, command, listing = program.without_folders
        return written_program(name, command, parse_options(listing))
    return _FOLDER.sub("", text)


def reason_for_others(spec: str, ending: Ending, reason: str, bots: Iterable[str] = ()) -> str:
    """Return the reason for an ending without the folders of these bots.

    In a game with hidden information, a reason from a bot or the rules may reveal some of it. The kind of ending then
    replaces the reason.
    """
    if ending in _REASONS and reason and fastcore.info(spec.partition("(")[0]).has.covered:
        return _REASONS[ending]
    for bot in bots:
        if parse_program(bot) is not None:
            reason = reason.replace(bot, bot_name(bot))
        elif folder := _FOLDER.match(bot):
            for path in (folder[0], f"{Path(folder[0]).expanduser().absolute()}/"):
                reason = reason.replace(path, "")
    return reason


def result_for_others(spec: str, result: Result | None, bots: Iterable[str]) -> Result | None:
    """Return a result with its reason passed through `reason_for_others`."""
    return (
        None
        if result is None
        else msgspec.structs.replace(result, reason=reason_for_others(spec, result.ending, result.reason, bots))
    )


def for_others(record: Record) -> Record:
    """Return a record without folders, and without a reason that reveals hidden information."""
    bots = [seat.player for seat in record.seats]
    return msgspec.structs.replace(
        record,
        seats=tuple(msgspec.structs.replace(seat, player=bot_name(seat.player)) for seat in record.seats),
        result=result_for_others(record.spec, record.result, bots),
    )
