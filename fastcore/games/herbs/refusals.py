"""All that is wrong with a Herbs position text or view: each field by itself, then what relates one to another.

A relation is judged only where all that it needs can be read, at the field that the rules page names for it.
"""

from __future__ import annotations

from fastcore.games.herbs.playing import Play, Rules, table_of
from fastcore.games.herbs.reading import Fault, Part, Reading
from fastcore.games.herbs.texts import FIELDS, FORMS, MOST_IDLE, SIDE, Table
from fastcore.lines import Line
from fastcore.values import BadPosition, Mend, Problem


def problems(rules: Rules, text: str, hidden: tuple[bool, bool]) -> list[Problem]:
    """All that is wrong, in the line's order, of a position text or of a view that hides these seats' plans."""
    return _Checked(rules, text, hidden).problems()


def read(rules: Rules, text: str, hidden: tuple[bool, bool]) -> Table:
    """The Table of a text; BadPosition with the first thing wrong."""
    checked = _Checked(rules, text, hidden)
    if checked.faults:
        raise BadPosition(checked.faults[0].field, checked.faults[0].reason)
    assert checked.reading is not None
    return table_of(checked.reading)


class _Checked:
    """The checks of one text. `faults` are in the line's order."""

    def __init__(self, rules: Rules, text: str, hidden: tuple[bool, bool]) -> None:
        self.rules = rules
        self.text = text
        self.hidden = hidden
        self.actions = int(rules.options["actions"])
        self.reading: Reading | None = None
        self.miscounted: list[Problem] = []
        parts = text.split(" ")
        if len(parts) != len(FIELDS):
            start = {field.name: field.default for field in FIELDS} | {"board": "/".join([str(SIDE)] * SIDE)}
            self.miscounted = Line(rules.spec, FIELDS, text).miscounted(FORMS, start)
            self.faults = [Fault("position", self.miscounted[0].reason, Part(text, 0), (), ())]
            return
        self.reading = reading = Reading(parts, self.actions, int(rules.options["rounds"]), hidden)
        self.faults = reading.faults
        if reading.idle == MOST_IDLE and reading.in_play:
            mends = (("count 2 rounds", {"idle": "2"}), ("end the game", {"phase": "over"}))
            reading.say("idle", "after 3 rounds without spending the game is over", None, (), *mends)
        if reading.phase is not None:
            if reading.phase.kind == "over":
                self.over(reading)
            else:
                Play(rules, reading, reading.phase).check()
        order = [field.name for field in FIELDS]
        self.faults.sort(key=lambda fault: order.index(fault.field))

    def over(self, reading: Reading) -> None:
        if reading.herbs is None or reading.ap is None or reading.round is None or reading.idle is None:
            return
        lost = any(reading.herbs[2 * seat : 2 * seat + 2] == (None, None) for seat in range(2))
        if not lost and min(reading.ap) > 0 and reading.round < reading.rounds and reading.idle < MOST_IDLE:
            reason = (
                "the game is over only when a seat has 0 AP or has lost both its Herbs, "
                f"after 3 rounds without spending, or after round {reading.rounds}"
            )
            last = (f"make it round {reading.rounds}", {"round": str(reading.rounds)})
            reading.say("phase", reason, None, (), ("go on playing", {"phase": "write:1:|"}), last)

    def problems(self) -> list[Problem]:
        return self.miscounted or [self.problem(fault) for fault in self.faults]

    def problem(self, fault: Fault) -> Problem:
        assert self.reading is not None
        names = [field.name for field in FIELDS]
        before = names[: names.index(fault.field)]
        start = fault.part.at + sum(len(self.reading.texts[name]) + 1 for name in before)
        parts = {"spec": self.rules.spec, **self.reading.texts}
        mends = tuple(Mend(words, " ".join((parts | changed).values())) for words, changed in fault.mends)
        span = (start, start + len(fault.part.text))
        return Problem(fault.field, fault.reason, fault.cells, span, fault.unread, mends=mends)
