"""Tests of the editors of single games: dependent fields, groups and facings, hidden cards and facts."""

from __future__ import annotations

import re
from itertools import count

import pytest

import fastcore
from fastcore import Conflict, Stream
from fastcore.games.herbalism.beliefs import world_of
from fastcore.games.herbalism.text.facts import fact_of
from tests.boards.test_editors import pieces_on, positions, text
from tests.conftest import deep
from workbench import boards
from workbench.boards.kit.editing import Editor
from workbench.boards.kit.elements import Fields
from workbench.conformance.walks import random_position
from workbench.gui.set_up.editing import EditedPosition, typing
from workbench.positions.sketch import Sketch

# Dependent fields ---------------------------------------------------------------------------------------------------


def change(spec: str, position: str, *changes: tuple[str, str]) -> str:
    """Change details one after another. Return the position text."""
    editor = boards.editor(spec)
    fields: Fields = dict(zip(fastcore.start(spec).fields, position.split(), strict=True))
    for detail, value in changes:
        fields = editor.change_detail(fields, detail, value)
    return text(fields)


HERD = "2/1b1/2"


@pytest.mark.parametrize(
    ("position", "changes", "after"),
    [
        (f"{HERD} r 1 - -", [("side", "b")], f"{HERD} b 2 - -"),
        (f"{HERD} b 2000 - -", [("side", "r")], f"{HERD} r 1999 - -"),
        (f"{HERD} r 1 - -", [("turn", "8")], f"{HERD} b 8 - -"),
        (f"{HERD} r 3 - -", [("dice", "5-3")], f"{HERD} r 3 5-3 x1+5"),
        (f"{HERD} r 1 - -", [("dice", "5-3")], f"{HERD} r 1 5-3 x0+3"),
        (f"{HERD} r 3 5-3 x1+5", [("dice", "6-1")], f"{HERD} r 3 6-1 x1+6"),
        (f"{HERD} r 3 5-3 x0+2", [("dice", "6-1")], f"{HERD} r 3 6-1 x0+2"),
        (f"{HERD} r 3 5-3 x0+2", [("dice", "-")], f"{HERD} r 3 - -"),
        (f"{HERD} r 3 5-3 x0+2", [("side", ".")], f"{HERD} . 3 - -"),
        (f"{HERD} r 3 5-3 -", [("placements", "4")], f"{HERD} r 3 5-3 x1+4"),
    ],
)
def test_herd_updates_dependent_fields(position: str, changes: list[tuple[str, str]], after: str) -> None:
    assert change("herd(size=2)", position, *changes) == after


@pytest.mark.parametrize(("turn", "dice", "most"), [("1", "5-3", 0), ("3", "5-3", 3), ("3", "6-1", 1)])
def test_herd_offers_only_possible_removals(turn: str, dice: str, most: int) -> None:
    fields = dict(zip(fastcore.start("herd").fields, f"{HERD} r {turn} {dice} x0+3".split(), strict=True))
    removals = next(detail for detail in boards.editor("herd(size=2)").details(fields) if detail.name == "removals")
    assert [value for value, _ in removals.values] == [str(number) for number in range(most + 1)]
    assert ("turn 1" in removals.meaning) == (turn == "1")


@pytest.mark.parametrize(
    ("parts", "mirrored", "after"),
    [(1, False, "1r/2b/2"), (0, True, "br/3/2"), (1, True, "r1/b2/2"), (5, False, "b1/r2/2")],
)
def test_boards_rotate_clockwise_before_mirroring(parts: int, mirrored: bool, after: str) -> None:
    editor = boards.editor("herd(size=2)")
    fields = {**fastcore.start("herd(size=2)").fields, "rows": "rb/3/2"}
    assert editor.transform_board(fields, parts, mirrored)["rows"] == after


FOREST = "4/5/6/3,rrG,3/6/5/4"


@pytest.mark.parametrize(
    ("position", "changes", "after"),
    [
        (f"{FOREST} r 3 2 -", [("left", "1"), ("acted", "d4:2")], f"{FOREST} r 3 1 d4:2"),
        (f"{FOREST} r 3 1 d4:2", [("side", "g")], f"{FOREST} g 4 1 -"),
        (f"{FOREST} r 3 1 d4:2", [("turn", "5")], f"{FOREST} r 5 1 d4:2"),
        (f"{FOREST} r 3 1 d4:2", [("left", "2")], f"{FOREST} r 3 2 -"),
        (f"{FOREST} r 3 1 d4:2", [("side", ".")], f"{FOREST} . 3 0 -"),
        (f"{FOREST} . 3 0 -", [("side", "g")], f"{FOREST} g 4 2 -"),
        (f"{FOREST} r 3 1 d4:2", [("left", "p3")], f"{FOREST} g 0 p3 -"),
        (f"{FOREST} r 0 p4 -", [("left", "2")], f"{FOREST} r 1 2 -"),
        (f"{FOREST} r 0 p4 -", [("turn", "6")], f"{FOREST} g 6 2 -"),
    ],
)
def test_forest_updates_dependent_fields(position: str, changes: list[tuple[str, str]], after: str) -> None:
    assert change("forest", position, *changes) == after


def test_typing_a_number_keeps_other_fields() -> None:
    """While 25 is typed, the turn is 2 for a moment. In turn 2 the opponent moves, whose pawns have not acted."""
    sketching = EditedPosition(Sketch("forest", f"{FOREST} r 3 1 d4:2"), lambda: None, lambda _: None)
    for value in ("", "2", "25"):
        sketching.begin_gesture(typing("turn"))
        assert bool(sketching.set_detail("turn", value)) == (not value)
    sketching.end_gesture()
    assert sketching.sketch.text == f"{FOREST} r 25 1 d4:2"
    sketching.undo()
    assert sketching.sketch.text == f"{FOREST} r 3 1 d4:2"


def test_forest_limits_pieces_of_a_tile() -> None:
    """Check the limits of a tile and of a side, and the stage of the opening.

    A tile has room for three pieces and a side has one BBB. The pawns on the board determine the stage of the opening.
    """
    editor = boards.editor("forest")
    fields: Fields = fastcore.start("forest").fields
    for spot, piece in (("a1", "r"), ("b1", "g"), ("b1", "g")):
        fields = editor.put(fields, spot, piece)
    assert text(fields) == "4/5/6/7/6/gg,4/r,3 r 0 p1 -"
    fields = editor.change_detail(fields, "left", "1")
    for spot, piece in (("a1", "y"), ("a1", "y"), ("a1", "R"), ("a1", "y"), ("c1", "R"), ("b1", "R")):
        fields = editor.put(fields, spot, piece)
    assert fields["rows"] == "4/5/6/7/6/ggR,4/ryy,3"
    assert (
        pieces_on(editor, fields, "b1") == ["g", "g", "R"] and editor.move_piece(fields, "b1", "a1", "g") == fields
    ), "full"
    assert editor.move_piece(fields, "b1", "a2", "g")["rows"] == "4/5/6/7/6/gR,4/ryy,g,2"
    for spec, yellows in (("forest", "yy"), ("forest(yellow_cap=3)", "yyy")):
        assert boards.editor(spec).top_piece(fields, "g1") == ""
        filled = fields
        for _ in range(4):
            filled = boards.editor(spec).put(filled, "g1", "y")
        assert "".join(pieces_on(editor, filled, "g1")) == yellows
    acted = [fields := editor.put(fields, "b1", "acted") for _ in range(3)]
    assert [fields_after["acted"] for fields_after in acted] == ["B", "-", "B"]
    fields = editor.transform_board({**fields, "acted": "B,a1:1"}, 0, True)
    assert (fields["rows"], fields["acted"]) == ("4/5/6/7/6/4,ggR/3,ryy", "B,a4:1")


# Herbs ---------------------------------------------------------------------------------------------------------------

BOARD = "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11"
REMAINING_FIELDS = "200,200 12w8b,12w8b 0,0 2 1 0"


@pytest.mark.parametrize(
    ("phase", "changes", "after"),
    [
        ("write:1:|", [("plan 1", "0M3, 1TR"), ("stage", "write:2")], "write:2:0M3,1TR|"),
        ("write:1:0M3|", [("plan 1", " ")], "write:1:|"),
        ("write:2:0F|2F", [("stage", "bid:2"), ("slot", "3"), ("bid", "7")], "bid:2:3:0F|2F:7"),
        ("bid:2:3:0F|2F:7", [("stage", "bid:1")], "bid:1:3:0F|2F:-"),
        ("bid:2:3:0F|2F:7", [("stage", "over")], "over"),
        ("over", [("stage", "write:1"), ("plan 2", "?")], "write:1:|?"),
    ],
)
def test_herbs_plans_and_bids_can_be_edited(phase: str, changes: list[tuple[str, str]], after: str) -> None:
    start = f"{BOARD} A1^,K1^,A11v,K11v {REMAINING_FIELDS}"
    assert change("herbs", f"{start} {phase}", *changes) == f"{start} {after}"


@pytest.mark.parametrize(
    ("field", "value", "concerned"),
    [
        ("phase", "write:2:|", ["plan 1"]),
        ("phase", "bid:2:1:0F|2F,2F:3", ["plan 1", "plan 2"]),
        ("phase", "bid:2:1:|:500", ["bid"]),
        ("phase", "bid:1:2:|:-", ["plan 1", "plan 2"]),
        ("phase", "bid:1:9:|:-", ["slot"]),
        ("phase", "write:3:|", ["stage"]),
        ("ap", "50,500", ["ap 2"]),
        ("piles", "12w9b,12w8b", ["white 1", "black 1"]),
    ],
)
def test_problems_name_their_details(field: str, value: str, concerned: list[str]) -> None:
    sketch = Sketch.start("herbs")
    sketch = sketch.with_fields({**(sketch.fields or {}), field: value})
    editor, fields = boards.editor("herbs"), sketch.fields or {}
    problem_details = [
        editor.details_of_problem(fields, problem.field, *sketch.span_in_field(problem))
        for problem in sketch.problems()
        if problem.field == field
    ]
    assert [name for names in problem_details for name in names] == concerned


def test_herbs_are_unique_and_can_be_turned() -> None:
    editor = boards.editor("herbs")
    fields: Fields = fastcore.start("herbs").fields
    fields = editor.move_piece(fields, "A1", "D9", "0")
    assert fields["herbs"] == "D9^,K1^,A11v,K11v" and fields["board"].split("/")[2] == "5w1b3", "instead of the stone"
    assert (
        editor.put(fields, "F6", "0")
        == editor.put(fields, "F6", "w")
        == editor.move_piece(fields, "D9", "C3")
        == fields
    ), "pits"
    fields = editor.cycle_piece(fields, "D9")
    assert editor.rotate_piece(fields, "D9", -2)["herbs"].startswith("D9<,") and fields["herbs"].startswith("D9>,")
    assert editor.put(fields, "K1", "0")["herbs"] == "K1>,-,A11v,K11v"
    fields = editor.put(editor.put(fields, "D9", "b"), "A11", "")
    assert fields["herbs"] == "-,K1^,-,K11v" and editor.put(fields, "B1", "2")["herbs"] == "-,K1^,B1v,K11v"


def test_plans_are_mirrored_with_the_board() -> None:
    """The plans of a round have the same result on the mirrored board."""
    editor = boards.editor("herbs")
    start = f"{BOARD} A1^,K1^,A11v,K11v {REMAINING_FIELDS} write:1:0TR,1TL,0M2|"
    fields: Fields = dict(zip(fastcore.start("herbs").fields, start.split(), strict=True))
    assert (
        editor.transform_board({**fields, "phase": "write:1:0TR,0M2,WhB1|"}, 1, False)["phase"]
        == "write:1:0TR,0M2,WhA10|"
    )
    mirrored = editor.transform_board(fields, 0, True)
    assert mirrored["herbs"] == "K1^,A1^,K11v,A11v" and mirrored["phase"] == "write:1:0TL,1TR,0M2|"
    moves = ("0HT", "WhB1", "2M1", "2M1", "2M1", "2M1", "WhJ2")
    states = [fastcore.parse(f"herbs {text(start_fields)}") for start_fields in (fields, mirrored)]
    for move in moves:
        states[0].play(move)
        states[1].play(re.sub("[A-K](?=[0-9]+$)", lambda match: "KJIHGFEDCBA"["ABCDEFGHIJK".index(match[0])], move))
    assert editor.transform_board(states[0].fields, 0, True) == states[1].fields


# Herbalism -----------------------------------------------------------------------------------------------------------

TABLE = "rb rgbb/yygg/ygbb 0,0,0 1 1 3 act:1 gb,-,- -,-,- -,-,-"


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        (
            [("hand 1", "bbgr"), ("hidden", "br"), ("turn", "4")],
            "rb rgbb/yygg/ygbb 0,0,0 1 1 4 act:1 gb,-,- -,-,- -,-,-",
        ),
        ([("stage", "give")], "rb rgbb/yygg/ygbb 0,0,0 1 1 3 give:2:1:gb:appeal gb,-,- -,-,- -,-,-"),
        (
            [("stage", "give"), ("medicine 1", "rb")],
            "rb rgbb/yygg/ygbb 0,0,0 1 1 3 give:2:1:rb:appeal rb,-,- -,-,- -,-,-",
        ),
        ([("stage", "give"), ("card", "rb")], "rb rgbb/yygg/ygbb 0,0,0 1 1 3 give:2:1:rb:appeal rb,-,- -,-,- -,-,-"),
        ([("stage", "cure"), ("cure 1", "a=gy")], "rb rgbb/yygg/ygbb 0,0,0 1 1 3 cure:2:1 gb,-,- a=gy,-,- -,-,-"),
        ([("stage", "deal")], "rb rgbb/yygg/ygbb 0,0,0 1 1 0 deal gb,-,- -,-,- -,-,-"),
        ([("stage", "deal"), ("stage", "act")], "rb rgbb/yygg/ygbb 0,0,0 1 1 1 act:1 gb,-,- -,-,- -,-,-"),
    ],
)
def test_herbalism_updates_dependent_fields(changes: list[tuple[str, str]], after: str) -> None:
    assert change("herbalism", TABLE, *changes) == after


def test_cards_and_markers_can_be_moved() -> None:
    editor = boards.editor("herbalism")
    fields: Fields = dict(zip(fastcore.start("herbalism").fields, TABLE.split(), strict=True))
    fields = editor.move_piece(fields, "seat 2", "seat 3", "y")
    assert fields["hands"] == "rgbb/ygg/yygbb"
    fields = editor.move_piece(fields, "red", "hidden pair")
    assert (fields["hidden"], fields["hands"]) == ("rr", "gbbb/ygg/yygbb"), "the pair is full: its last card comes back"
    fields = editor.move_piece(editor.move_piece(fields, "gb", "rg", "medicine 1"), "seat 3", "gy", "medicine 3")
    assert (
        fields["medicine"] == "rg,-,gy"
        and editor.move_piece(fields, "gy", "seat 3", "medicine 3")["medicine"] == "rg,-,-"
    )
    fields = editor.put(editor.put(fields, "gy", "cure 2"), "gy", "cure 3")
    assert fields["cure"] == "-,A=gy,F=gy" and editor.move_piece(fields, "gy", "yb", "cure 3")["cure"] == "-,A=gy,F=yb"
    assert pieces_on(editor, fields, "gy") == ["medicine 3", "cure 2", "cure 3"]
    assert editor.put(fields, "seat 2", "medicine 1") == fields == editor.put(fields, "brew", "r")
    fields = editor.put(editor.put(fields, "seat 3", "start"), "seat 2", "turn")
    assert (fields["start"], fields["phase"]) == ("3", "act:2")
    assert editor.fill(editor.clear(fields), "b", ["seat 1", "hidden pair", "gy"])["hands"] == "bbbb/-/-"


def test_known_hidden_cards_become_facts() -> None:
    """In a view only the seat's own cards are face up. Other known cards are facts, and the board shows them."""
    editor = boards.editor("herbalism", 0)
    fields = editor.hide_unseen(dict(zip(fastcore.start("herbalism").fields, TABLE.split(), strict=True)))
    assert (fields["hidden"], fields["hands"]) == ("??", "rgbb/????/????")
    assert editor.put(fields, "seat 2", "r") == fields == editor.put(fields, "seat 1", "?")
    failed: Fields = dict(zip(fields, TABLE.replace("-,-,- -,-,-", "A=gy,-,- -,-,-").split(), strict=True))
    assert [boards.editor("herbalism", seat).hide_unseen(failed)["hidden"] for seat in range(3)] == [
        "rb",
        "??",
        "??",
    ], "who cured looked"
    assert editor.put(fields, "seat 2", "?")["hands"] == "rgbb/?????/????"
    facts: tuple[str, ...] = ()
    for spot, piece in (
        ("seat 2", "r"),
        ("seat 3", "g"),
        ("seat 2", "g"),
        ("seat 2", "g"),
        ("hidden pair", "b"),
        ("seat 1", "b"),
        ("gy", "b"),
    ):
        facts = editor.learn_piece(facts, spot, piece)
    assert facts == ("2:r>=1", "3:g>=1", "2:g>=2", "hidden:b>=1")
    shown = editor.reveal_facts(fields, (*facts, "3:y<=1"))
    assert (shown["hidden"], shown["hands"]) == ("b?", "rgbb/rgg?/g???")
    assert editor.pieces(shown)
    assert editor.forget_piece(facts, "seat 2") == ("2:r>=1", "3:g>=1", "2:g>=1", "hidden:b>=1")
    assert editor.forget_piece(facts, "seat 2", "r") == facts[1:] and editor.forget_piece(facts, "seat 3", "r") == facts
    assert editor.forget_piece(("3:g>=1",), "seat 3") == () == editor.forget_piece((), "seat 3")
    assert boards.editor("herbalism").learn_piece((), "seat 2", "r") == ()
    point = fastcore.Viewpoint.parse(f"herbalism {text(fields)}", 0)
    assert point.suppose(*facts).count() < point.count()
    with pytest.raises(Conflict):
        point.suppose("hidden:r>=2")  # the seat holds one of the two


def test_known_cards_can_be_moved_between_hidden_hands() -> None:
    """The cards are face up because facts about them are known.

    The cards are moved and removed through the same calls that the window makes.
    """
    messages: list[str] = []
    text = "?? rgbb/????/???? 0,0,0 1 1 3 act:1 gb,-,- -,-,- -,-,-"
    sketching = EditedPosition(Sketch("herbalism", text, 0), lambda: None, messages.append)

    def known() -> tuple[str, ...]:
        return sketching.sketch.facts

    assert sketching.put("seat 2", "y") and sketching.put("seat 2", "g") and known() == ("2:y>=1", "2:g>=1")
    sketching.move("seat 2", "seat 3", "y")
    assert known() == ("2:g>=1", "3:y>=1") and sketching.sketch.text == text
    shown = sketching.drawable_fields
    assert shown is not None and shown["hands"] == "rgbb/g???/y???"
    sketching.remove_piece("seat 2", "g")
    assert known() == ("3:y>=1",) and not messages
    sketching.move("seat 3", "seat 1", "y")
    assert known() == ("3:y>=1",) and messages
    for _ in range(3):
        sketching.undo()
    assert known() == ("2:y>=1",)


def test_fact_sentences_are_accepted_by_suppose() -> None:
    """`suppose` accepts the fact of every sentence that is true in the position."""
    (first, *_), stream = boards.editor("herbalism", 1).fact_forms({}), Stream(0, "facts")
    assert first.sentence(["3", ">=", "1", "r"]) == "Seat 3 holds at least one red."
    assert boards.editor("herbalism").fact_forms({}) == () == boards.editor("herbs", 0).fact_forms({})
    true_facts = 0
    for state in positions("herbalism", deep(4, 40)):
        if state.phase in ("deal", "over"):
            continue
        seat = stream.below(state.seats)
        editor, point, world = boards.editor(state.spec, seat), state.viewpoint(seat), world_of(state)
        for form in editor.fact_forms(state.fields):
            for _ in range(6):
                chosen = [stream.choice([value for value, _ in choice]) for choice in form.choices]
                fact = editor.fact(form.name, chosen)
                assert form.sentence(chosen).endswith(".")
                if fact_of(fact, state.seats)(*world):
                    assert 0 < point.suppose(fact).count() <= point.count()
                    true_facts += 1
    assert true_facts > 10


def test_removing_a_missing_pawn_changes_nothing() -> None:
    editor = boards.editor("forest")
    fields = {**fastcore.start("forest").fields, "rows": "4/5/6/7/6/5/yg,3", "left": "2"}
    assert editor.remove_piece(fields, "a1", "r") == fields == editor.remove_piece(fields, "a2", "y")
    assert editor.remove_piece(fields, "a1", "y")["rows"] == "4/5/6/7/6/5/g,3"


@pytest.mark.parametrize("game", ["forest", "herd"])
def test_boards_can_be_cleared_piece_by_piece(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Editors without their own `clear` use the default, which removes pieces one by one."""
    editor, numbers = boards.editor(game), count()
    put = type(editor).put

    def counted(self: Editor, fields: Fields, spot: str, piece: str) -> Fields:
        assert next(numbers) < 1000, "it would never end"
        return put(self, fields, spot, piece)

    monkeypatch.setattr(type(editor), "put", counted)
    state = next(state for n in count() if (state := random_position(game, "cleared", n)).turn > 3)
    fields = Editor.clear(editor, state.fields)
    ground = editor.ground(fields)
    assert ground is not None and next(numbers) > 3
    assert not any(editor.top_piece(fields, spot) for spot in ground.spots)
