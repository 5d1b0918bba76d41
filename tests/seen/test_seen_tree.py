"""Tests of the move tree as one seat may see it: replaced hidden moves leave no trace."""

from __future__ import annotations

import fastcore
from fastcore import Stream
from tests.conftest import deep
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.seen.browsing import Browsing
from workbench.seen.seen_tree import SeenTree

SMALL = "herbs(ap=30,actions=2,rounds=3)"
FIRST, OTHER, SECOND = ("0M2", "0TL", "WhH5"), ("1TR", "1TR", "WhH5"), ("2M2", "3TL", "WhA5")
Shape = tuple[object, ...]


def shape(session: Session, seat: int | None, node: int = ROOT) -> Shape:
    """Return everything that a seat sees of a tree, independent of node numbers."""
    view = SeenTree(session, seat)

    def visible_part(number: int) -> Shape:
        visible = view.tree.nodes[number]
        text = session.document.text_at(number, seat) if number != ROOT else ""
        return (
            text,
            visible.comment,
            number == view.here,
            number in view.ahead(),
            tuple(map(visible_part, visible.children)),
        )

    browsing = Browsing(session)
    steps = (
        browsing.previous_node(seat) is None,
        browsing.next_node(seat) is None,
        browsing.sibling_node(seat, 1) is None,
        browsing.end_node(seat) is None,
    )
    rights = (
        session.document.can_undo,
        session.document.can_redo,
        session.hindsight,
        session.document.to_undo and session.document.to_undo.kind,
    )
    return visible_part(view.representative(node)), steps, rights


def game_with_replaced_plan(plan: tuple[str, ...]) -> Session:
    """Return a game in which the first seat's plan was undone twice and replaced by `plan`."""
    session = Session(SMALL, (PERSON, PERSON), 1)
    for written in (FIRST, plan, FIRST):
        session.play_turn(ROOT, written)
        node = session.here
        session.play_turn(node, SECOND)
        session.undo()
        session.play_turn(node, ("3TL", *SECOND[1:]))
        session.undo()
        session.undo()
    session.play_turn(ROOT, plan)
    return session


def test_members_are_indistinguishable_nodes() -> None:
    session = game_with_replaced_plan(OTHER)
    nodes, sizes = set(session.document.tree.nodes), set[int]()
    for seat in (0, 1, None):
        seen = SeenTree(session, seat)
        for node in nodes:
            members = seen.members(node)
            assert members[0] == seen.representative(node) and len(set(members)) == len(members)
            assert {seen.representative(member) for member in members} == {members[0]}
            sizes.add(len(members))
    assert max(sizes) > 1


def test_replaced_plan_leaves_no_trace_for_other_viewers() -> None:
    same, different = game_with_replaced_plan(FIRST), game_with_replaced_plan(OTHER)
    assert len(different.document.tree.nodes) > len(same.document.tree.nodes)
    own, public = shape(same, 0), shape(same, None)
    assert own != shape(different, 0), "the author sees both plans"
    # The trees look the same until the differing moves are revealed.
    for seat, before in ((None, public), (1, shape(same, 1))):
        after = shape(different, seat)
        assert before[1:] == after[1:]
        assert [child[0] for child in before[0][4]] == [child[0] for child in after[0][4]] == ["?"]  # type: ignore[index]


def test_open_game_is_shown_unchanged(open_game: str) -> None:
    session = Session(open_game, [PERSON] * fastcore.start(open_game).seats, 1)
    seen = SeenTree(session, None)
    assert seen.tree is session.document.tree and seen.line() == session.document.line()


def test_tree_shape_does_not_depend_on_hidden_moves(hiding_game: str) -> None:
    """Two games differ only in hidden moves of other seats that were played and undone.

    The seat could not tell these moves apart when they were played.
    """
    compared = 0
    for number in range(deep(4, 200)):
        stream = Stream(number, "twins")
        seats = fastcore.start(hiding_game).seats
        first, second = (Session(hiding_game, [PERSON] * seats, number) for _ in range(2))
        seat = stream.below(seats)
        for _ in range(60):
            if first.waits_for == "over":
                break
            if first.waits_for == "chance":
                first.draw_chance()
                second.draw_chance()
                continue
            kind = stream.below(8)
            if kind == 0 and not first.document.can_undo:
                first.undo()
                second.undo()
            else:
                move = first.state.move_text(stream.choice(first.state.moves()))
                candidates = [first.state.move_text(stream.choice(first.state.moves())) for _ in range(6)]
                indistinguishable = [
                    text
                    for text in (move, *candidates)
                    if first.state.observation(text, seat) == first.state.observation(move, seat)
                    and first.state.after(text).view(seat) == first.state.after(move).view(seat)
                ]
                if kind < 4 and first.state.actor != seat and len(indistinguishable) > 1:
                    first.play(move)
                    second.play(stream.choice(indistinguishable))
                    first.undo()
                    second.undo()
                    compared += 1
                first.play(move)
                second.play(move)
            assert shape(first, seat) == shape(second, seat), (number, first.steps)
    assert compared
