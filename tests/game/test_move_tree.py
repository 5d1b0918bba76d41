"""The move tree, whose revision shows readers when to read it again."""

from __future__ import annotations

from workbench.game.move_tree import ROOT, MoveTree, Node


def test_every_change_raises_the_revision() -> None:
    tree = MoveTree(())
    assert tree.revision == 0
    first = tree.add(Node(ROOT, 0, "a1", 1))
    after = tree.revision
    assert after > 0 and tree.nodes[ROOT].children == (first,)
    second = tree.add(Node(ROOT, 0, "b1", 1))
    assert tree.revision > after and tree.nodes[ROOT].children == (first, second)
    assert tree.copy().revision == tree.revision
