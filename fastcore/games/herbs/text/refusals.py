"""The problems of a Herbs position text or view: first problems of single fields, then contradictions between fields.

A contradiction is checked only if all fields concerned can be read. It is reported for the field that the rules page
names.
"""

from __future__ import annotations

from fastcore.games.herbs.text.playing import Play, Rules, table_of
from fastcore.games.herbs.text.reading import Reading
from fastcore.games.herbs.text.texts import FIELDS, MOST_IDLE, Table
from fastcore.text.position_line import PositionLine
from fastcore.values import BadPosition, Problem


def problems(rules: Rules, text: str, hidden: tuple[bool, bool]) -> list[Problem]:
    """Return all problems of a position text, or of a view that hides these seats' plans, in the line's order."""
    return _judge(rules, text, hidden)[0]


def read(rules: Rules, text: str, hidden: tuple[bool, bool]) -> Table:
    """Return the Table of a text.

    Raises:
        BadPosition: The text has a problem; the first one is named.
    """
    found, reading = _judge(rules, text, hidden)
    if found:
        raise BadPosition(found[0].field, found[0].reason)
    assert reading is not None
    return table_of(reading)


def _judge(rules: Rules, text: str, hidden: tuple[bool, bool]) -> tuple[list[Problem], Reading | None]:
    """Return the problems of a text, and its reading; None if the number of fields is wrong."""
    line = PositionLine(rules.spec, FIELDS, text)
    if not line.parts:
        return line.problems, None
    reading = Reading(line, int(rules.options["actions"]), int(rules.options["rounds"]), hidden)
    if reading.idle == MOST_IDLE and reading.in_play:
        reading.report("idle", "idle-limit", "the game is over after 3 rounds without spending")
    if reading.phase is not None:
        if reading.phase.kind == "over":
            _check_end(reading)
        else:
            Play(rules, reading, reading.phase).check()
    return sorted(line.problems, key=lambda problem: line.names.index(problem.field)), reading


def _check_end(reading: Reading) -> None:
    """Report a game that is over without a reason."""
    if reading.herbs is None or reading.ap is None or reading.round is None or reading.idle is None:
        return
    lost = any(reading.herbs[2 * seat : 2 * seat + 2] == (None, None) for seat in range(2))
    if not lost and min(reading.ap) > 0 and reading.round < reading.rounds and reading.idle < MOST_IDLE:
        reason = (
            "the game is over only when a seat has 0 AP or has lost both its Herbs, "
            f"after 3 rounds without spending, or after round {reading.rounds}"
        )
        reading.report("phase", "not-over", reason)
