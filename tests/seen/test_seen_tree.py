"""The tree of moves as one seat may see it: covered moves that were exchanged leave no trace of it."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import Stream
from tests.conftest import deep
from tests.core.test_hiding import COVERED
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.seen.browsing import Browsing
from workbench.seen.seen_tree import SeenTree

SMALL = "herbs(ap=30,actions=2,rounds=3)"
FIRST, OTHER, SECOND = ("0M2", "0TL", "WhH5"), ("1TR", "1TR", "WhH5"), ("2M2", "3TL", "WhA5")
Shape = tuple[object, ...]


def shape(session: Session, seat: int | None, node: int = ROOT) -> Shape:
    """All that a seat sees of a tree, told by what it read and not by who is who."""
    seen = SeenTree(session, seat)

    def told(face: int) -> Shape:
        one = seen.tree.nodes[face]
        text = session.document.text_at(face, seat) if face != ROOT else ""
        return text, one.comment, face == seen.here, face in seen.ahead(), tuple(map(told, one.children))

    browsing = Browsing(session)
    steps = (
        browsing.back(seat) is None,
        browsing.forward(seat) is None,
        browsing.beside(seat, 1) is None,
        browsing.end(seat) is None,
    )
    rights = (
        session.document.can_undo,
        session.document.can_redo,
        session.hindsight,
        session.document.to_undo and session.document.to_undo.what,
    )
    return told(seen.face(node)), steps, rights


def exchanged(plan: tuple[str, ...]) -> Session:
    """The first seat's plan is taken back twice, and another or the same one is written."""
    session = Session(SMALL, (PERSON, PERSON), 1)
    for written in (FIRST, plan, FIRST):
        session.play_turn(ROOT, written)
        at = session.here
        session.play_turn(at, SECOND)
        session.undo()
        session.play_turn(at, ("3TL", *SECOND[1:]))
        session.undo()
        session.undo()
    session.play_turn(ROOT, plan)
    return session


def test_members_are_nodes_that_a_seat_cannot_tell_apart() -> None:
    session = exchanged(OTHER)
    nodes, sizes = set(session.document.tree.nodes), set[int]()
    for seat in (0, 1, None):
        seen = SeenTree(session, seat)
        for node in nodes:
            members = seen.members(node)
            assert members[0] == seen.face(node) and len(set(members)) == len(members)
            assert {seen.face(member) for member in members} == {members[0]}
            sizes.add(len(members))
    assert max(sizes) > 1


def test_a_plan_that_is_exchanged_leaves_no_trace_for_the_other() -> None:
    same, other = exchanged(FIRST), exchanged(OTHER)
    assert len(other.document.tree.nodes) > len(same.document.tree.nodes)
    own, public = shape(same, 0), shape(same, None)
    assert own != shape(other, 0), "whoever wrote it sees both"
    # What came to light is another thing; until then both look the same.
    for seat, before in ((None, public), (1, shape(same, 1))):
        after = shape(other, seat)
        assert before[1:] == after[1:]
        assert [child[0] for child in before[0][4]] == [child[0] for child in after[0][4]] == ["?"]  # type: ignore[index]


def test_an_open_game_is_seen_as_it_is(open_game: str) -> None:
    session = Session(open_game, [PERSON] * fastcore.start(open_game).seats, 1)
    seen = SeenTree(session, None)
    assert seen.tree is session.document.tree and seen.line() == session.document.line()


@pytest.mark.parametrize("game", COVERED)
def test_what_others_covered_is_not_in_the_shape_of_the_tree(game: str) -> None:
    """Two games that differ only in covered moves of others that were made, taken back and made again: the one makes
    the same move again, the other another one that the seat cannot tell from it."""
    compared = 0
    for number in range(deep(4, 200)):
        stream = Stream(number, "twins")
        seats = fastcore.start(game).seats
        one, other = (Session(game, [PERSON] * seats, number) for _ in range(2))
        seat = stream.below(seats)
        for _ in range(60):
            if one.waits_for == "over":
                break
            if one.waits_for == "chance":
                one.draw_chance()
                other.draw_chance()
                continue
            kind = stream.below(8)
            if kind == 0 and not one.document.can_undo:
                one.undo()
                other.undo()
            else:
                move = one.state.move_text(stream.choice(one.state.moves()))
                others = [one.state.move_text(stream.choice(one.state.moves())) for _ in range(6)]
                alike = [
                    text
                    for text in (move, *others)
                    if one.state.observation(text, seat) == one.state.observation(move, seat)
                    and one.state.after(text).view(seat) == one.state.after(move).view(seat)
                ]
                if kind < 4 and one.state.actor != seat and len(alike) > 1:
                    one.play(move)
                    other.play(stream.choice(alike))
                    one.undo()
                    other.undo()
                    compared += 1
                one.play(move)
                other.play(move)
            assert shape(one, seat) == shape(other, seat), (number, one.steps)
    assert compared
