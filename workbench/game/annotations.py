"""Additions to the moves of a game: comments, marks, analyses, reviews, tags and form notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bots.report import Mark, Report, author, is_review, with_author
from workbench.game import form_notes
from workbench.game.current_line import CurrentLine
from workbench.game.move_tree import ROOT, ChangeKind, Comment, MoveTree, SignedMark
from workbench.game.undo import UndoHistory
from workbench.reports.pruning import prune
from workbench.system.translation import tr


class Annotations:
    """A writer of annotations to a move tree.

    All methods raise ValueError if the node or the seat does not exist.
    """

    def __init__(self, tree: MoveTree, line: CurrentLine, history: UndoHistory) -> None:
        self.tree, self._line, self._history = tree, line, history

    def set_comment(self, node: int, text: str, by: int | None = None, kept: Sequence[Comment] = ()) -> None:
        """Replace the comments on a position. A comment on the start is about the whole game.

        Args:
            node: The position.
            text: The new comment, or "".
            by: The seat of the author, if known.
            kept: Existing comments to keep before the new one.
        """
        self.tree.checked_node(node)
        with self._history.changing("comment"):
            self.tree.set(node, "comments", (*kept, *([Comment(by, text)] if text else ())))

    def add_remark(self, node: int, text: str, by: int | None = None) -> None:
        """Add the program's comment on a position, unless it is there already. This cannot be undone.

        Args:
            node: The position.
            text: The comment.
            by: The only seat that may read it before the end, if the comment depends on what a seat knows.
        """
        comments, remark = self.tree.nodes[self.tree.checked_node(node)].comments, Comment(by, text)
        if remark not in comments:
            self.tree.set(node, "comments", (*comments, remark))

    def set_marks(
        self, node: int, marks: Sequence[Mark], by: int | None = None, kept: Sequence[SignedMark] = (),
        kind: ChangeKind = "marks",
    ) -> None:  # fmt: skip
        """Replace the marks of a position: the drawings on the board, and the annotation of the move.

        Args:
            node: The position.
            marks: The new marks.
            by: The seat of the author, if known.
            kept: Existing marks to keep before the new ones.
            kind: The kind of the change.
        """
        new = (SignedMark(by, Mark(mark.kind, mark.where, float(mark.value))) for mark in marks)
        self._set(node, "marks", (*kept, *new), kind)

    def add_analysis(self, node: int, reports: Sequence[Report]) -> None:
        """Store reports of an analysis of the decision that led to a node.

        Raises:
            ValueError: The node is the start or does not exist.
        """
        if node == ROOT:
            raise ValueError(tr("no decision led to the start"))
        self._set(node, "later", (*self.tree.nodes[self.tree.checked_node(node)].later, *prune(reports)), "analysis")

    def store_review(self, reports: Mapping[int, Report], is_replaced: Callable[[Report], bool]) -> None:
        """Store the reports of a review. This cannot be undone.

        Args:
            reports: The report for each node.
            is_replaced: Returns whether an existing report of these nodes is replaced.
        """
        for node, report in reports.items():
            later = self.tree.nodes[self.tree.checked_node(node)].later
            self.tree.set(node, "later", (*(stored for stored in later if not is_replaced(stored)), report))

    def store_analysis(self, node: int, bot: str, reports: Sequence[Report]) -> None:
        """Store the results of a bot at a position. This cannot be undone, so that no undo loses an analysis.

        The results are stored with the main move from the position, or with the position itself if it has none. They
        replace earlier results of the same bot, unless those have at least as many simulations.
        """
        children = self.tree.nodes[self.tree.checked_node(node)].children
        new = tuple(with_author(report, bot) for report in prune([*reports[:-1], with_author(reports[-1], bot)]))
        own = [report for report in self.analyses(node) if author(report) == bot and not is_review(report)]
        if not new or any(report.simulations >= new[-1].simulations for report in own):
            return
        for place, field in ((node, "analysed"), *((child, "later") for child in children)):
            before: tuple[Report, ...] = getattr(self.tree.nodes[place], field)
            remaining = tuple(report for report in before if report not in own)
            if (place, field) == ((children[0], "later") if children else (node, "analysed")):
                remaining = (*remaining, *new)
            if remaining != before:
                self.tree.set(place, field, remaining)

    def analyses(self, node: int) -> tuple[Report, ...]:
        """Return the stored analyses of a position, one report each."""
        position = self.tree.nodes[self.tree.checked_node(node)]
        return (*position.analysed, *(report for child in position.children for report in self.tree.nodes[child].later))

    def move_analyses_up(self, node: int) -> None:
        """Move the analyses stored with a node to the position before it, because the node is about to be deleted.

        This cannot be undone.
        """
        removed = self.tree.nodes[node]
        analyses = tuple(report for report in removed.later if author(report) and not is_review(report))
        if analyses:
            self.tree.set(removed.parent, "analysed", (*self.tree.nodes[removed.parent].analysed, *analyses))
            self.tree.set(node, "later", tuple(report for report in removed.later if report not in analyses))

    def set_tag(self, name: str, text: str) -> None:
        """Set a tag of the game ("" removes it)."""
        tags = {**dict(self.tree.head.tags), name: text}
        with self._history.changing("tag"):
            self.tree.set_head("tags", tuple((key, value) for key, value in tags.items() if value))

    def write_note(self, seat: int, form: str, cell: form_notes.Cell, text: str) -> None:
        """Write a seat's note into a cell of a form. An empty text clears the cell.

        Raises:
            ValueError: The text is too long, or there is no such seat.
        """
        notes = form_notes.with_cell(self.tree.head.notes, self.tree.checked_seat(seat), form, cell, text)
        with self._history.changing("note", seat):
            self.tree.set_head("notes", notes)

    def record_help(self, seat: int, on: bool = True) -> None:
        """Record that the program starts or stops filling in a seat's forms. This cannot be undone."""
        self.tree.set_head(
            "notes", form_notes.with_help(self.tree.head.notes, self.tree.checked_seat(seat), len(self._line.steps), on)
        )

    def _set(self, node: int, field: str, value: object, kind: ChangeKind) -> None:
        self.tree.checked_node(node)
        with self._history.changing(kind):
            self.tree.set(node, field, value)
