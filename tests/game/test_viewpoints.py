"""Tests of a seat's knowledge at the nodes of a game: stepping through a game repeats no observation."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import Viewpoint
from workbench.game.session import PERSON, Session
from workbench.records import steps


def test_stepping_repeats_no_observation(hiding_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(hiding_game, [PERSON] * fastcore.start(hiding_game).seats, 1)
    stream = fastcore.Stream(1)
    while len(session.steps) < 40 and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))
    tree, made = session.document.tree, []
    after_observation = steps.after_observation

    def count(point: Viewpoint, seen: str) -> Viewpoint:
        made.append(seen)
        return after_observation(point, seen)

    nodes = tree.line_to(session.here)
    expected, known = [], Viewpoint(session.state.spec, 0)
    for node in nodes:
        state = session.document.point_at(tree.nodes[node].parent)
        assert isinstance(state, fastcore.State)
        if seen := steps.observation(state, tree.nodes[node].move, 0):
            known = after_observation(known, seen)
        expected.append(known.copy())
    monkeypatch.setattr(steps, "after_observation", count)
    for node, view in zip(nodes, expected, strict=True):
        made.clear()
        assert session.document.viewpoint_at(node, 0) == view and len(made) <= 1
        made.clear()
        assert session.document.viewpoint_at(node, 0) == view and not made
    changed = session.document.viewpoint_at(nodes[-1], 0)
    assert changed is not session.document.viewpoint_at(nodes[-1], 0), "a caller gets its own copy"
