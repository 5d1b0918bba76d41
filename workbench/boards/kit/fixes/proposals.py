"""Proposals of fixes for the problems of a position text. `workbench.positions.fixes` tries them.

A proposal is a `Change`: a description, and the new texts of some fields (or of "spec"). A proposal need not work: it
is shown only if it removes its problem. If it causes other problems, it is combined with further proposals.

A game may define its own proposals in `workbench/boards/<id>/fixes.py`: a class `Proposals` that derives from the one
below. For a problem of the rule "row-text" (`Problem.rule`), its method `fix_row_text` is called with the problem,
and with `Problem.values` as keyword arguments:

    class Proposals(proposals.Proposals):
        FORMS = {"rows": "[rb0-9/]{3,}", ...}

        @cached_property
        def reading(self) -> Reading: ...  # the fields, read by the game's own functions in fastcore

        def fix_row_text(self, problem: Problem, number: int) -> list[Change]: ...

The proposals are listed best first. A rule without a method gets the general proposals. A game without the file gets
the general proposals for every rule: the correct number of fields, and the texts of the start position.

A `Proposals` is made for one position text. Its fields have not been judged when it is made: read them in the methods,
or in cached properties. `fix_field_count` is the only method that may be called if `parts` is empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from fastcore import Problem, State
from fastcore.text.position_line import PositionLine
from fastcore.text.specs import Value
from fastcore.text.specs import read as read_options
from fastcore.values import quoted
from workbench.boards.kit.fixes import nearest
from workbench.system.translation import tr, trn

Change = tuple[str, Mapping[str, str]]
"""The description of a proposal, and the new texts by field. The key "spec" is the spec."""


class Proposals:
    """The proposals for the problems of one position text.

    Args:
        start: The start of the spec.
        text: The position text.
        seat: The seat whose view the text is; None for a whole position.

    Attributes:
        FORMS: A regular expression for each field, precise enough to tell the fields apart.
        spec: The canonical spec.
        parts: The texts of the fields by name; {} if their number is wrong.
    """

    FORMS: ClassVar[Mapping[str, str]] = {}

    def __init__(self, start: State, text: str, seat: int | None = None) -> None:
        self.start, self.text, self.seat = start, text, seat
        self.line = PositionLine(start.spec, start.info.fields, text)
        self.spec, self.parts = self.line.spec, self.line.parts

    @cached_property
    def options(self) -> Mapping[str, Value]:
        """The options of the spec by name."""
        _, _, listing = self.spec.removesuffix(")").partition("(")
        return read_options(listing or None, self.start.info.options)

    @cached_property
    def start_fields(self) -> Mapping[str, str]:
        """The texts of the fields in the start position, as the seat sees it."""
        text = self.start.text() if self.seat is None else self.start.view(self.seat)
        return dict(zip(self.line.names, text.split(" "), strict=True))

    def propose(self, problem: Problem) -> list[Change]:
        """Return the proposals for a problem, best first."""
        method: Callable[..., list[Change]] | None = getattr(self, f"fix_{problem.rule.replace('-', '_')}", None)
        return self.general(problem) if method is None else method(problem, **problem.values)

    def general(self, problem: Problem) -> list[Change]:
        """Return the proposals for a problem of any rule of any game."""
        start: Change = (tr("use the start position"), self.start_fields)
        if problem.field not in self.parts:
            return [start]
        text = self.start_fields[problem.field]
        return [(tr("use the {field} of the start position", field=problem.field), {problem.field: text}), start]

    def fix_field_count(self, problem: Problem) -> list[Change]:
        """Propose the correct number of fields, keeping as many fields as possible."""
        names, start = self.line.names, self.start_fields
        parts = self.text.split(" ")
        forms = [re.compile(self.FORMS.get(name, ".+")) for name in names]
        fits: list[Callable[[str], bool]] = [lambda part, form=form: form.fullmatch(part) is not None for form in forms]  # type: ignore[misc]
        places, unused = nearest.align(parts, fits)
        texts = {name: start[name] if part is None else parts[part] for name, part in zip(names, places, strict=True)}
        added = [
            tr("{start} for {name}", start=start[name], name=name)
            for name, part in zip(names, places, strict=True)
            if part is None
        ]
        removed = [quoted(parts[part], 20) for part in unused if parts[part]]
        if len(parts) > sum(part is not None for part in places) + len(unused):
            removed.append(tr("everything after it"))
        words = [tr("remove {removed}", removed=", ".join(removed))] * bool(removed)
        if not removed and not added:
            words.append(tr("remove the extra spaces"))
        if added:
            words.append(tr("add {added}", added=", ".join(added)))
        return [(tr(" and ").join(words), texts)]

    def changed(self, changes: Mapping[str, str]) -> str:
        """Return the whole situation after a change."""
        return " ".join({"spec": self.spec, **self.parts, **changes}.values())

    def span_in_field(self, problem: Problem) -> tuple[int, int]:
        """Return the start and end of a problem within its field."""
        before = len(self.spec) + 1 + self.line.start_of(problem.field)
        return problem.span[0] - before, problem.span[1] - before


def change_rows(
    field: str, lines: Sequence[str], lengths: Sequence[int], nearest_row: Callable[[str, int], str]
) -> Change:
    """Return the change to a board with the correct number of rows. Valid rows of the correct length are kept.

    In the new text, rows are joined by "/". The words of the change count the rows that are added and left out, and are
    "" if there are none.

    Args:
        field: The field of the board.
        lines: The present rows.
        lengths: The lengths of the rows that the board must have.
        nearest_row: Called with a text and a length. Returns the nearest valid row of this length: a valid row itself,
            and an empty row for the length as a number, such as "8".
    """
    fits: list[Callable[[str], bool]] = [
        lambda line, length=length: nearest_row(line, length) == line  # type: ignore[misc]
        for length in lengths
    ]
    places, _ = nearest.align(lines, fits, mismatch=2)
    rows = [
        nearest_row(str(length) if part is None else lines[part], length)
        for length, part in zip(lengths, places, strict=True)
    ]
    added, removed = places.count(None), len(lines) - sum(part is not None for part in places)
    words = [trn("add {count} empty row", "add {count} empty rows", added)] * bool(added)
    words += [trn("remove {count} row", "remove {count} rows", removed)] * bool(removed)
    return tr(" and ").join(words), {field: "/".join(rows)}


def listed(parts: Sequence[str]) -> str:
    """Return several things as one phrase, such as "give Blue the move, roll again and make it turn 4"."""
    return tr(" and ").join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
