"""Conversion of sessions to records and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from bots.report import Limit, Mark, Report
from workbench.game.current_line import result_of
from workbench.game.move_tree import ROOT, Comment, MoveTree, Node, SignedMark
from workbench.game.session import Session
from workbench.records import replay, steps
from workbench.records.schema import Line, Move, Place, Record
from workbench.reports import growth
from workbench.system import decoding

AUTOSAVE_OF = "file of this autosave"  # tag of an autosave: the file of its game


def record_of(session: Session, **tags: str) -> Record:
    """Return the record of everything in a session, with extra tags."""
    return snapshot(session, **tags)()


def snapshot(session: Session, **tags: str) -> Callable[[], Record]:
    """Return a function that builds the record of a session as it is now.

    Taking the snapshot is cheap. The function may be called later and on any thread.

    Args:
        session: The game.
        tags: Tags to add to the session's own.
    """
    tree = session.document.tree.copy()
    head, start, end = tree.head, tree.nodes[ROOT], (ROOT, *tree.line_from(ROOT))[-1]
    bare = Record(
        spec=session.spec,
        position=session.position,
        follows=session.follows,
        facts=session.facts,
        by_hand=head.by_hand,
        seed=session.seed,
        salt=None if session.follows is not None else session.salt,
        block=session.block,
        game=session.game,
        seats=head.seats,
        limit=None if session.limit is None else _as_decoded(session.limit),
        given=session.opening_steps,
        hindsight=head.view.hindsight,
        created=session.created,
        program=session.program,
        tags={**session.document.tags, **tags},
        comment=start.comment,
        marks=_marks(start),
        analysed=start.analysed,
        notes=tuple(notes for notes in head.notes if session.follows in (None, notes.seat)),
        result=head.result or result_of(session.document.point_at(end)),
    )

    def build() -> Record:
        lines = _lines(tree)
        moves = [
            Line(of=line.of, at=line.at, moves=tuple(_move(tree.nodes[node]) for node in line.nodes))
            for line in lines
            if line.nodes
        ]
        return msgspec.structs.replace(bare, lines=tuple(moves), here=_place(tree, lines))

    return build


def session_of(record: Record) -> Session:
    """Return the session stored in a record, at the node where it was saved. Its bots are not started.

    The tag of an autosave is dropped, because in another record it would set the file of a recovered game.

    Raises:
        RecordError: The moves of the record are illegal.
    """
    replay.check(record)
    players = [seat.player for seat in record.seats]
    session = Session(
        record.spec, players, record.seed, record.position, follows=record.follows, facts=record.facts, trusted=True
    )
    session.salt, session.block, session.game = record.salt, record.block, record.game
    session.limit, session.opening_steps = record.limit, record.given
    session.created, session.program = record.created, record.program
    tree = session.document.tree
    tree.set_head("seats", record.seats)
    tree.set_head("tags", tuple((name, text) for name, text in record.tags.items() if name != AUTOSAVE_OF))
    tree.set_head("notes", record.notes)
    tree.set_head("by_hand", record.by_hand)
    tree.set_head("result", None if record.result is None or record.result.ending == "normal" else record.result)
    tree.set(ROOT, "comments", _unsigned(record.comment))
    tree.set(ROOT, "marks", _unsigned_marks(record.marks))
    seats = len(record.seats)
    tree.set(ROOT, "analysed", _storable(record.analysed, seats))
    ends = [0] * len(record.lines)
    for entry, before, after in replay.walk(record):
        move = entry.move
        actor, turn = steps.actor_and_turn(before, move.move, after)
        reports, later, analysed = (
            _storable(reports_of_move, seats) for reports_of_move in (move.reports, move.later, move.analysed)
        )
        node = Node(entry.parent, actor, move.move, turn, (), reports, later, analysed, move.seconds, move.left)
        ends[entry.line] = tree.add(node._replace(comments=_unsigned(move.comment), marks=_unsigned_marks(move.marks)))
    main = ends[0] if ends else ROOT
    current = main if record.here is None else replay.locate(record, record.here, "here")
    tip = main if record.here is None or not ends else ends[record.here.line]
    session.restore_view(current, tip, record.hindsight)
    return session


def _storable(reports: tuple[Report, ...], seats: int) -> tuple[Report, ...]:
    """Return the reports without data that records never contain, and without invalid growth data."""
    if not any(report.growth or report.history or report.traces for report in reports):
        return reports
    return tuple(
        msgspec.structs.replace(
            report,
            history=(),
            traces=(),
            growth=report.growth if report.growth and growth.is_valid(report.growth, seats) else None,
        )
        for report in reports
    )


class _RecordLine:
    """A line to be written to a record.

    Args:
        nodes: The nodes on the line.
        of: The number of the earlier line from which it branches off.
        at: The number of moves of that line before the branch.
    """

    def __init__(self, nodes: Sequence[int], of: int = 0, at: int = 0) -> None:
        self.nodes, self.of, self.at = tuple(nodes), of, at


def _lines(tree: MoveTree) -> list[_RecordLine]:
    """Return the main line and one line for each variation, in the order in which they branch off."""
    lines = [_RecordLine(tree.line_from(ROOT))]
    for number, line in enumerate(lines):
        for depth, node in enumerate((ROOT, *line.nodes) if number == 0 else line.nodes, line.at + (number > 0)):
            for variation in tree.nodes[node].children[1:]:
                lines.append(_RecordLine((variation, *tree.line_from(variation)), number, depth))
    return lines


def _place(tree: MoveTree, lines: Sequence[_RecordLine]) -> Place | None:
    """Return the current line and number of moves, or None at the end of the main line."""
    path = tree.line_to(tree.head.view.here)
    line, depth = (*path, *tree.line_ahead()), len(path)
    number = next((number for number, candidate in enumerate(lines) if candidate.nodes[-1:] == line[-1:]), 0)
    return None if number == 0 and depth == len(lines[0].nodes) else Place(line=number, at=depth)


def _as_decoded(limit: Limit) -> Limit:
    """Return the limit as the decoder returns it, with float seconds."""
    return decoding.convert(msgspec.to_builtins(limit), Limit)


def _unsigned(text: str) -> tuple[Comment, ...]:
    return (Comment(None, text),) if text else ()


def _marks(node: Node) -> tuple[Mark, ...]:
    return tuple(signed.mark for signed in node.marks)


def _unsigned_marks(marks: Sequence[Mark]) -> tuple[SignedMark, ...]:
    return tuple(SignedMark(None, mark) for mark in marks)


def _move(node: Node) -> Move:
    return Move(
        move=node.move,
        seconds=node.seconds,
        left=node.left,
        reports=node.reports,
        later=node.later,
        analysed=node.analysed,
        comment=node.comment,
        marks=_marks(node),
    )
