"""Tests of the reasons why an editor puts no piece on a spot."""

from __future__ import annotations

import pytest

import fastcore
from workbench import boards


def test_every_refused_piece_has_its_own_reason(game_id: str) -> None:
    fields = fastcore.start(game_id).fields
    for seat in (None, 0) if fastcore.info(game_id).has.covered else (None,):
        editor = boards.editor(game_id, seat)
        shown = editor.hide_unseen(fields) if seat is not None else fields
        refused = 0
        ground = editor.ground(shown)
        assert ground is not None
        for spot in ground.spots:
            for piece in editor.palette(shown):
                if editor.put(shown, spot, piece.name) != shown or editor.top_piece(shown, spot) == piece.name:
                    continue
                refused += 1
                reason = editor.why_not(shown, spot, piece.name)
                assert reason and not reason.endswith("."), (spot, piece)
        assert refused or game_id == "herd", "every other game refuses some piece on some spot"


@pytest.mark.parametrize(
    ("game", "seat", "spot", "piece", "reason"),
    [
        ("herbs", None, "C3", "w", "C3 is a pit and must stay empty"),
        ("herbalism", None, "gb", "r", "put cards in a hand or the hidden pair"),
        ("herbalism", None, "gb", "turn", "this marker belongs to a player"),
        ("herbalism", 0, "seat 1", "?", "put a card face up here"),
        ("herbalism", 0, "seat 2", "r", "put covered cards here, or add a known fact"),
    ],
)
def test_reason_for_a_refused_piece(game: str, seat: int | None, spot: str, piece: str, reason: str) -> None:
    editor = boards.editor(game, seat)
    fields = fastcore.parse("herbalism gb ryyy/rggg/bbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-").fields
    if game != "herbalism":
        fields = fastcore.start(game).fields
    shown = editor.hide_unseen(fields) if seat is not None else fields
    assert editor.put(shown, spot, piece) == shown
    assert editor.why_not(shown, spot, piece) == reason
