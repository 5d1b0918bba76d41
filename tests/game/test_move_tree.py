"""Tests of the move tree's revision, which tells readers when to read the tree again."""

from __future__ import annotations

from workbench.game.move_tree import ROOT, MoveTree, Node


def test_every_change_increases_revision() -> None:
    tree = MoveTree(())
    assert tree.revision == 0
    first = tree.add(Node(ROOT, 0, "a1", 1))
    revision = tree.revision
    assert revision > 0 and tree.nodes[ROOT].children == (first,)
    second = tree.add(Node(ROOT, 0, "b1", 1))
    assert tree.revision > revision and tree.nodes[ROOT].children == (first, second)
    assert tree.copy().revision == tree.revision
