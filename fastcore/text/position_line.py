"""The fields of one position text, and the problems that a game's validator reports about them."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore.values import Field, Problem, counted


class PositionLine:
    """A position text split into its fields.

    A text with too many or too few fields has no parts and a single problem with the rule "field-count".

    Args:
        spec: The canonical spec.
        fields: The fields of the game.
        text: The position text.

    Attributes:
        parts: The texts of the fields by name; {} if their number is wrong.
        problems: The problems reported so far. Their spans count from the start of the text.
    """

    def __init__(self, spec: str, fields: Sequence[Field], text: str) -> None:
        self.spec, self.text = spec, text
        self.names = [field.name for field in fields]
        split = text.split(" ")
        self.parts = dict(zip(self.names, split, strict=True)) if len(split) == len(self.names) else {}
        self.problems: list[Problem] = []
        if not self.parts:
            names = " ".join(f"<{name}>" for name in self.names)
            reason = f"{counted(len(split), 'field')} instead of {len(self.names)}: {names}"
            self.problems.append(Problem("position", reason, (), (0, len(text)), True, "field-count"))

    def start_of(self, field: str) -> int:
        """Return where a field starts in the text."""
        return sum(len(self.parts[name]) + 1 for name in self.names[: self.names.index(field)])

    def report(
        self,
        field: str,
        rule: str,
        reason: str,
        *,
        span: tuple[int, int] | None = None,
        cells: tuple[str, ...] = (),
        unread: bool = False,
        **values: object,
    ) -> None:
        """Add a problem.

        Args:
            field: The field.
            rule: The name of the broken rule, see `Problem`.
            reason: Why the position is refused, in words.
            span: The place in the field; None for the whole field.
            cells: The cells concerned.
            unread: Whether the field cannot be read.
            values: The numbers and texts that a fix proposal needs and cannot read from the position.
        """
        start = self.start_of(field)
        at, end = span or (0, len(self.parts[field]))
        self.problems.append(Problem(field, reason, cells, (start + at, start + end), unread, rule, values))
