"""One position text as its fields, and the problems noted about it: what the checks of a game are written with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from fastcore import nearest
from fastcore.values import Field, Mend, Problem, counted, quoted

Way = tuple[str, Mapping[str, str]]
"""A proposed mend: what it does in words, and field (or "spec") -> its new text."""


class Line:
    """The fields of a text, `parts`; {} if it has not as many as the game's. `found` are the problems noted so far."""

    def __init__(self, spec: str, fields: Sequence[Field], text: str) -> None:
        self.spec, self.text = spec, text
        self.names = [field.name for field in fields]
        split = text.split(" ")
        self.parts = dict(zip(self.names, split, strict=True)) if len(split) == len(self.names) else {}
        self.found: list[Problem] = []

    def say(
        self,
        field: str,
        reason: str,
        *ways: Way,
        span: tuple[int, int] | None = None,
        cells: tuple[str, ...] = (),
        unread: bool = False,
    ) -> None:
        """Note a problem; `span` counts from the field's start, and without one the whole field is meant."""
        start = sum(len(self.parts[name]) + 1 for name in self.names[: self.names.index(field)])
        at, end = span or (0, len(self.parts[field]))
        mends = tuple(Mend(words, self.situation(changed)) for words, changed in ways)
        self.found.append(Problem(field, reason, cells, (start + at, start + end), unread, mends=mends))

    def situation(self, changed: Mapping[str, str]) -> str:
        """The whole situation with other texts in some fields."""
        parts = {"spec": self.spec, **self.parts, **changed}
        return " ".join(parts.values())

    def miscounted(self, forms: Mapping[str, str], start: Mapping[str, str]) -> list[Problem]:
        """The one problem of a text with too many or too few fields; `forms` says what each looks like as a regular
        expression, `start` what stands in those that are missing."""
        parts = self.text.split(" ")
        right = [re.compile(forms[name]) for name in self.names]
        fits: list[Callable[[str], bool]] = [lambda part, form=form: form.fullmatch(part) is not None for form in right]  # type: ignore[misc]
        way = nearest.fitted(parts, fits)
        texts = [
            start[name] if part is None else parts[part] for name, part in zip(self.names, way.places, strict=True)
        ]
        made = [f"{start[name]} for {name}" for name, part in zip(self.names, way.places, strict=True) if part is None]
        out = [quoted(parts[part], 20) for part in way.out if parts[part]]
        if len(parts) > sum(part is not None for part in way.places) + len(way.out):
            out.append("all that follows")
        words = [f"leave out {', '.join(out)}"] * bool(out) + ["leave out the blanks that are too many"] * (
            not out and not made
        )
        mend = Mend(
            " and ".join([*words, *([f"write {', '.join(made)}"] if made else [])]), " ".join([self.spec, *texts])
        )
        names = " ".join(f"<{name}>" for name in self.names)
        reason = f"{counted(len(parts), 'field')} instead of {len(self.names)}: {names}"
        return [Problem("position", reason, (), (0, len(self.text)), True, mends=(mend,))]


def of_rows(field: str, lines: Sequence[str], lengths: Sequence[int], near: Callable[[str, int], str]) -> Way:
    """A board with the right number of rows of these lengths: those that look right stay; `near` makes one right."""
    fits: list[Callable[[str], bool]] = [lambda line, length=length: near(line, length) == line for length in lengths]  # type: ignore[misc]
    way = nearest.fitted(lines, fits, wrong=2)
    rows = [
        near(str(length) if part is None else lines[part], length)
        for length, part in zip(lengths, way.places, strict=True)
    ]
    made, out = way.places.count(None), len(lines) - sum(part is not None for part in way.places)
    words = [f"put in {counted(made, 'empty row')}"] * bool(made) + [f"leave out {counted(out, 'row')}"] * bool(out)
    return " and ".join(words), {field: "/".join(rows)}
