"""What people and bots add to a game besides moves: comments, marks, analyses, reviews, tags and form notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bots.report import Mark, Report, by, of_review, signed
from workbench.game import form_notes
from workbench.game.current_line import CurrentLine
from workbench.game.move_tree import ROOT, Comment, MoveTree, What
from workbench.game.undo import UndoHistory
from workbench.reports.pruning import pruned


class Annotations:
    """Writes annotations to a move tree, which holds them. ValueError for a node or seat that does not exist."""

    def __init__(self, tree: MoveTree, line: CurrentLine, history: UndoHistory) -> None:
        self.tree, self._line, self._history = tree, line, history

    def comment(self, node: int, text: str, by: int | None = None, beside: Sequence[Comment] = ()) -> None:
        """Say something about a position ("" for nothing) in place of all that was said there but what stays `beside`;
        that of the start is about the game. `by` is the seat that says it, if that is known."""
        self.tree.held(node)
        with self._history.changing("comment"):
            self.tree.set(node, "comments", (*beside, *([Comment(by, text)] if text else ())))

    def mark(self, node: int, marks: Sequence[Mark]) -> None:
        """Mark something on the board of a position."""
        self._set(node, "marks", tuple(Mark(mark.kind, mark.where, float(mark.value)) for mark in marks), "marks")

    def add_later(self, node: int, reports: Sequence[Report]) -> None:
        """Keep reports of an analysis of the decision that led to a node."""
        if node == ROOT:
            raise ValueError("no decision led to the start")
        self._set(node, "later", (*self.tree.nodes[self.tree.held(node)].later, *pruned(reports)), "analysis")

    def keep_review(self, reports: Mapping[int, Report], gone: Callable[[Report], bool]) -> None:
        """Keep a report of a review at each of these nodes, in place of those analyses for which `gone` holds.
        That is not undone."""
        for node, report in reports.items():
            later = self.tree.nodes[self.tree.held(node)].later
            self.tree.set(node, "later", (*(one for one in later if not gone(one)), report))

    def keep_analysis(self, node: int, bot: str, reports: Sequence[Report]) -> None:
        """Keep what a bot found at a position: with the decision that is made there, or with the position where
        there is none. What the same bot found there before goes if it had looked less. That is not undone: no
        analysis is lost by taking moves back."""
        children = self.tree.nodes[self.tree.held(node)].children
        made = tuple(signed(report, bot) for report in pruned([*reports[:-1], signed(reports[-1], bot)]))
        own = [one for one in self.analyses(node) if by(one) == bot and not of_review(one)]
        if not made or any(one.simulations >= made[-1].simulations for one in own):
            return
        for place, field in ((node, "analysed"), *((child, "later") for child in children)):
            before: tuple[Report, ...] = getattr(self.tree.nodes[place], field)
            left = tuple(one for one in before if one not in own)
            if (place, field) == ((children[0], "later") if children else (node, "analysed")):
                left = (*left, *made)
            if left != before:
                self.tree.set(place, field, left)

    def analyses(self, node: int) -> tuple[Report, ...]:
        """What was kept of analyses of a position, each as one report."""
        one = self.tree.nodes[self.tree.held(node)]
        return (*one.analysed, *(report for child in one.children for report in self.tree.nodes[child].later))

    def hand_up(self, node: int) -> None:
        """Leave the analyses of the position before a node with that position: it stays where the node goes.
        That is not undone."""
        one = self.tree.nodes[node]
        mine = tuple(report for report in one.later if by(report) and not of_review(report))
        if mine:
            self.tree.set(one.parent, "analysed", (*self.tree.nodes[one.parent].analysed, *mine))
            self.tree.set(node, "later", tuple(report for report in one.later if report not in mine))

    def tag(self, name: str, text: str) -> None:
        """Remember something about the game by a name ("" to forget it)."""
        tags = {**dict(self.tree.head.tags), name: text}
        with self._history.changing("tag"):
            self.tree.set_head("tags", tuple((key, value) for key, value in tags.items() if value))

    def write(self, seat: int, form: str, cell: form_notes.Cell, text: str) -> None:
        """Note something for a seat in a cell of its form with this head ("" for nothing);
        ValueError if that is too long."""
        taken = form_notes.write(self.tree.head.notes, self.tree.held_seat(seat), form, cell, text)
        with self._history.changing("note", seat):
            self.tree.set_head("notes", taken)

    def note_help(self, seat: int, on: bool = True) -> None:
        """Remember that from here on the program fills in a seat's forms, or no more. That is not undone."""
        self.tree.set_head(
            "notes", form_notes.with_help(self.tree.head.notes, self.tree.held_seat(seat), len(self._line.steps), on)
        )

    def _set(self, node: int, field: str, value: object, what: What) -> None:
        self.tree.held(node)
        with self._history.changing(what):
            self.tree.set(node, field, value)
