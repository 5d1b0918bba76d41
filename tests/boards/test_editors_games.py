"""What each game's editor knows: what follows from what, groups and facings, covered cards and facts about them.
No display."""

from __future__ import annotations

import re
from itertools import count

import pytest

import fastcore
from fastcore import Conflict, Stream
from fastcore.games.herbalism.beliefs import world_of
from fastcore.games.herbalism.facts import fact_of
from tests.boards.test_editors import positions, standing, text
from tests.conftest import deep
from tests.kit.walks import somewhere
from workbench import boards
from workbench.boards.kit.editing import Editor
from workbench.boards.kit.elements import Fields
from workbench.gui.set_up.editing import EditedPosition, typing
from workbench.positions.sketch import Sketch

# What follows from what ----------------------------------------------------------------------------------------------


def change(spec: str, position: str, *changes: tuple[str, str]) -> str:
    """A position text after details were changed one after the other."""
    editor = boards.editor(spec)
    fields: Fields = dict(zip(fastcore.start(spec).fields, position.split(), strict=True))
    for detail, value in changes:
        fields = editor.changed(fields, detail, value)
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
def test_herd_keeps_in_step(position: str, changes: list[tuple[str, str]], after: str) -> None:
    assert change("herd(size=2)", position, *changes) == after


@pytest.mark.parametrize(
    ("parts", "mirrored", "after"),
    [(1, False, "1r/2b/2"), (0, True, "br/3/2"), (1, True, "r1/b2/2"), (5, False, "b1/r2/2")],
)
def test_boards_turn_clockwise_before_they_are_mirrored(parts: int, mirrored: bool, after: str) -> None:
    editor = boards.editor("herd(size=2)")
    fields = {**fastcore.start("herd(size=2)").fields, "rows": "rb/3/2"}
    assert editor.turned(fields, parts, mirrored)["rows"] == after


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
def test_the_forest_keeps_in_step(position: str, changes: list[tuple[str, str]], after: str) -> None:
    assert change("forest", position, *changes) == after


def test_nothing_is_lost_on_the_way_to_a_number() -> None:
    """Turn 2 on the way to turn 25 is another side's, whose pawns would not have acted."""
    sketching = EditedPosition(Sketch("forest", f"{FOREST} r 3 1 d4:2"), lambda: None, lambda _: None)
    for value in ("", "2", "25"):
        sketching.begin(typing("turn"))
        assert bool(sketching.set_detail("turn", value)) == (not value)
    sketching.end()
    assert sketching.sketch.text == f"{FOREST} r 25 1 d4:2"
    sketching.undo()
    assert sketching.sketch.text == f"{FOREST} r 3 1 d4:2"


def test_forest_groups() -> None:
    """Pieces share a tile as far as it holds them; there is one BBB a side; pawns tell how far the opening is."""
    editor = boards.editor("forest")
    fields: Fields = fastcore.start("forest").fields
    for spot, piece in (("a1", "r"), ("b1", "g"), ("b1", "g")):
        fields = editor.put(fields, spot, piece)
    assert text(fields) == "4/5/6/7/6/gg,4/r,3 r 0 p1 -"
    fields = editor.changed(fields, "left", "1")
    for spot, piece in (("a1", "y"), ("a1", "y"), ("a1", "R"), ("a1", "y"), ("c1", "R"), ("b1", "R")):
        fields = editor.put(fields, spot, piece)
    assert fields["rows"] == "4/5/6/7/6/ggR,4/ryy,3"
    assert standing(editor, fields, "b1") == ["g", "g", "R"] and editor.moved(fields, "b1", "a1", "g") == fields, "full"
    assert editor.moved(fields, "b1", "a2", "g")["rows"] == "4/5/6/7/6/gR,4/ryy,g,2"
    for spec, held in (("forest", "yy"), ("forest(yellow_cap=3)", "yyy")):
        assert boards.editor(spec).taken(fields, "g1") == ""
        grown = fields
        for _ in range(4):
            grown = boards.editor(spec).put(grown, "g1", "y")
        assert "".join(standing(editor, grown, "g1")) == held
    acted = [fields := editor.put(fields, "b1", "acted") for _ in range(3)]
    assert [one["acted"] for one in acted] == ["B", "-", "B"]
    fields = editor.turned({**fields, "acted": "B,a1:1"}, 0, True)
    assert (fields["rows"], fields["acted"]) == ("4/5/6/7/6/4,ggR/3,ryy", "B,a4:1")


# Herbs ---------------------------------------------------------------------------------------------------------------

BOARD = "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11"
REST = "200,200 12w8b,12w8b 0,0 2 1 0"


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
def test_plans_and_bids(phase: str, changes: list[tuple[str, str]], after: str) -> None:
    start = f"{BOARD} A1^,K1^,A11v,K11v {REST}"
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
def test_what_a_fault_concerns(field: str, value: str, concerned: list[str]) -> None:
    sketch = Sketch.start("herbs")
    sketch = sketch.with_fields({**(sketch.fields or {}), field: value})
    editor, fields = boards.editor("herbs"), sketch.fields or {}
    found = [
        editor.concerned(fields, problem.field, *sketch.place_of(problem))
        for problem in sketch.problems()
        if problem.field == field
    ]
    assert [name for names in found for name in names] == concerned


def test_herbs_are_one_of_each_and_face_where_they_are_turned() -> None:
    editor = boards.editor("herbs")
    fields: Fields = fastcore.start("herbs").fields
    fields = editor.moved(fields, "A1", "D9", "0")
    assert fields["herbs"] == "D9^,K1^,A11v,K11v" and fields["board"].split("/")[2] == "5w1b3", "instead of the stone"
    assert (
        editor.put(fields, "F6", "0") == editor.put(fields, "F6", "w") == editor.moved(fields, "D9", "C3") == fields
    ), "pits"
    fields = editor.turned_over(fields, "D9")
    assert editor.spun(fields, "D9", -2)["herbs"].startswith("D9<,") and fields["herbs"].startswith("D9>,")
    assert editor.put(fields, "K1", "0")["herbs"] == "K1>,-,A11v,K11v"
    fields = editor.put(editor.put(fields, "D9", "b"), "A11", "")
    assert fields["herbs"] == "-,K1^,-,K11v" and editor.put(fields, "B1", "2")["herbs"] == "-,K1^,B1v,K11v"


def test_plans_turn_with_the_board() -> None:
    """What is written does the same on the turned board: the round comes to the same."""
    editor = boards.editor("herbs")
    start = f"{BOARD} A1^,K1^,A11v,K11v {REST} write:1:0TR,1TL,0M2|"
    fields: Fields = dict(zip(fastcore.start("herbs").fields, start.split(), strict=True))
    assert editor.turned({**fields, "phase": "write:1:0TR,0M2,WhB1|"}, 1, False)["phase"] == "write:1:0TR,0M2,WhA10|"
    mirrored = editor.turned(fields, 0, True)
    assert mirrored["herbs"] == "K1^,A1^,K11v,A11v" and mirrored["phase"] == "write:1:0TL,1TR,0M2|"
    moves = ("0HT", "WhB1", "2M1", "2M1", "2M1", "2M1", "WhJ2")
    states = [fastcore.parse(f"herbs {text(one)}") for one in (fields, mirrored)]
    for move in moves:
        states[0].play(move)
        states[1].play(re.sub("[A-K](?=[0-9]+$)", lambda found: "KJIHGFEDCBA"["ABCDEFGHIJK".index(found[0])], move))
    assert editor.turned(states[0].fields, 0, True) == states[1].fields


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
def test_herbalism_keeps_in_step(changes: list[tuple[str, str]], after: str) -> None:
    assert change("herbalism", TABLE, *changes) == after


def test_cards_and_markers_are_carried_about() -> None:
    editor = boards.editor("herbalism")
    fields: Fields = dict(zip(fastcore.start("herbalism").fields, TABLE.split(), strict=True))
    fields = editor.moved(fields, "seat 2", "seat 3", "y")
    assert fields["hands"] == "rgbb/ygg/yygbb"
    fields = editor.moved(fields, "red", "hidden pair")
    assert (fields["hidden"], fields["hands"]) == ("rr", "gbbb/ygg/yygbb"), "the pair is full: its last card comes back"
    fields = editor.moved(editor.moved(fields, "gb", "rg", "medicine 1"), "seat 3", "gy", "medicine 3")
    assert (
        fields["medicine"] == "rg,-,gy" and editor.moved(fields, "gy", "seat 3", "medicine 3")["medicine"] == "rg,-,-"
    )
    fields = editor.put(editor.put(fields, "gy", "cure 2"), "gy", "cure 3")
    assert fields["cure"] == "-,A=gy,F=gy" and editor.moved(fields, "gy", "yb", "cure 3")["cure"] == "-,A=gy,F=yb"
    assert standing(editor, fields, "gy") == ["medicine 3", "cure 2", "cure 3"]
    assert editor.put(fields, "seat 2", "medicine 1") == fields == editor.put(fields, "brew", "r")
    fields = editor.put(editor.put(fields, "seat 3", "start"), "seat 2", "turn")
    assert (fields["start"], fields["phase"]) == ("3", "act:2")
    assert editor.filled(editor.cleared(fields), "b", ["seat 1", "hidden pair", "gy"])["hands"] == "bbbb/-/-"


def test_covered_cards_and_what_is_known_of_them() -> None:
    """On a view only what the seat sees lies face up; a card that is known there is a fact, which the board shows."""
    editor = boards.editor("herbalism", 0)
    fields = editor.veiled(dict(zip(fastcore.start("herbalism").fields, TABLE.split(), strict=True)))
    assert (fields["hidden"], fields["hands"]) == ("??", "rgbb/????/????")
    assert editor.put(fields, "seat 2", "r") == fields == editor.put(fields, "seat 1", "?")
    failed: Fields = dict(zip(fields, TABLE.replace("-,-,- -,-,-", "A=gy,-,- -,-,-").split(), strict=True))
    assert [boards.editor("herbalism", seat).veiled(failed)["hidden"] for seat in range(3)] == ["rb", "??", "??"], (
        "who cured looked"
    )
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
        facts = editor.informed(facts, spot, piece)
    assert facts == ("2:r>=1", "3:g>=1", "2:g>=2", "hidden:b>=1")
    shown = editor.shown(fields, (*facts, "3:y<=1"))
    assert (shown["hidden"], shown["hands"]) == ("b?", "rgbb/rgg?/g???")
    assert editor.pieces(shown)
    assert editor.forgotten(facts, "seat 2") == ("2:r>=1", "3:g>=1", "2:g>=1", "hidden:b>=1")
    assert editor.forgotten(facts, "seat 2", "r") == facts[1:] and editor.forgotten(facts, "seat 3", "r") == facts
    assert editor.forgotten(("3:g>=1",), "seat 3") == () == editor.forgotten((), "seat 3")
    assert boards.editor("herbalism").informed((), "seat 2", "r") == ()
    point = fastcore.Viewpoint.parse(f"herbalism {text(fields)}", 0)
    assert point.suppose(*facts).count() < point.count()
    with pytest.raises(Conflict):
        point.suppose("hidden:r>=2")  # the seat holds one of the two


def test_known_cards_are_carried_about_among_covered_ones() -> None:
    """What the window does with a card that lies face up because of a fact: it is moved, and taken away again."""
    refused: list[str] = []
    text = "?? rgbb/????/???? 0,0,0 1 1 3 act:1 gb,-,- -,-,- -,-,-"
    sketching = EditedPosition(Sketch("herbalism", text, 0), lambda: None, refused.append)

    def known() -> tuple[str, ...]:
        return sketching.sketch.facts

    assert sketching.put("seat 2", "y") and sketching.put("seat 2", "g") and known() == ("2:y>=1", "2:g>=1")
    sketching.move("seat 2", "seat 3", "y")
    assert known() == ("2:g>=1", "3:y>=1") and sketching.sketch.text == text
    shown = sketching.drawable
    assert shown is not None and shown["hands"] == "rgbb/g???/y???"
    sketching.take_away("seat 2", "g")
    assert known() == ("3:y>=1",) and not refused
    sketching.move("seat 3", "seat 1", "y")
    assert known() == ("3:y>=1",) and refused
    for _ in range(3):
        sketching.undo()
    assert known() == ("2:y>=1",)


def test_sentences_about_cards_are_facts() -> None:
    """Every sentence that can be chosen is a fact for `suppose`, and those that are so are taken."""
    (first, *_), stream = boards.editor("herbalism", 1).fact_forms({}), Stream(0, "facts")
    assert first.sentence(["3", ">=", "1", "r"]) == "Seat 3 holds at least one red."
    assert boards.editor("herbalism").fact_forms({}) == () == boards.editor("herbs", 0).fact_forms({})
    told = 0
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
                    told += 1
    assert told > 10


def test_forest_stays_as_written_when_a_missing_piece_is_removed() -> None:
    editor = boards.editor("forest")
    fields = {**fastcore.start("forest").fields, "rows": "4/5/6/7/6/5/yg,3", "left": "2"}
    assert editor.without(fields, "a1", "r") == fields == editor.without(fields, "a2", "y")
    assert editor.without(fields, "a1", "y")["rows"] == "4/5/6/7/6/5/g,3"


@pytest.mark.parametrize("game", ["forest", "herd"])
def test_any_board_can_be_cleared_piece_by_piece(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Editors without a faster method use this."""
    editor, numbers = boards.editor(game), count()
    put = type(editor).put

    def counted(self: Editor, fields: Fields, spot: str, piece: str) -> Fields:
        assert next(numbers) < 1000, "it would never end"
        return put(self, fields, spot, piece)

    monkeypatch.setattr(type(editor), "put", counted)
    state = next(state for n in count() if (state := somewhere(game, "cleared", n)).turn > 3)
    fields = Editor.cleared(editor, state.fields)
    ground = editor.ground(fields)
    assert ground is not None and next(numbers) > 3
    assert not any(editor.taken(fields, spot) for spot in ground.spots)
