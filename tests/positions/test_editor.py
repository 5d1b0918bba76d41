"""Positions that are set up: what is pasted survives any editing, nothing that is wrong is
lost, and the place is marked."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

import fastcore
from fastcore import State, Stream, Viewpoint
from tests.conftest import deep
from tests.core.test_fuzz import damaged
from tests.kit.walks import somewhere
from workbench import boards
from workbench.game.session import PERSON, Session
from workbench.positions import lists
from workbench.positions.autosave import SketchAutosave, left_behind
from workbench.positions.editor import PositionEditor
from workbench.positions.lists import BadList, Entry, PositionList
from workbench.positions.pasting import file_named, paste, paste_file
from workbench.positions.sketch import Sketch
from workbench.records import files
from workbench.storage.autosave import discard
from workbench.storage.session_records import record_of

SIGNS = "-0123456789abrgyw/,:x?@#\\ "
GLUE = str.maketrans("", "", " #\\")  # what a list may write in another way


def sketch_of(state: State, stream: Stream) -> Sketch:
    """A position as it is, or as a seat sees it."""
    seat = stream.below(state.seats + 1) - 1
    return Sketch.of(state).seen_by(None if seat < 0 else seat)


def harmed(text: str, stream: Stream) -> str:
    """A text with a few small damages, all of them signs that a position may have."""
    return "".join(sign for sign in damaged(text, random.Random(stream.below(2**30))) if sign in SIGNS)


def edit(editor: PositionEditor, stream: Stream) -> None:
    """Any change."""
    fields = editor.sketch.fields
    choice = stream.below(4)
    if fields is None or choice == 0:
        editor.change(replace(editor.sketch, text=harmed(editor.sketch.text, stream)))
    elif choice == 1:
        name = stream.choice(list(fields))
        editor.change(editor.sketch.with_fields({**fields, name: harmed(fields[name], stream)}))
    elif choice == 2 and editor.problems and editor.problems[0].mends:
        editor.mended(editor.problems[0].mends[0])
    else:
        editor.begin_gesture()
        for name in fields:
            editor.change(editor.sketch.with_fields({**fields, name: "7"}))
        editor.end_gesture()


def test_what_is_pasted_survives_any_editing(game_id: str) -> None:
    for number in range(deep(10, 500)):
        stream = Stream(number, "editing", game_id)
        sketch = sketch_of(somewhere(game_id, number), stream).unveiled()  # as anything pasted is
        line = lists.line_of(Entry(sketch))
        editor = PositionEditor(paste(line, "nothing").positions.entry.sketch)
        assert editor.sketch == sketch
        assert editor.point is not None and editor.point.text() == sketch.text
        for _ in range(stream.below(8)):
            edit(editor, stream)
        end = editor.sketch
        while editor.can_undo:
            editor.undo()
        assert lists.line_of(Entry(editor.sketch)) == line
        while editor.can_redo:
            editor.redo()
        assert editor.sketch == end


def test_damaged_texts_are_kept_and_the_place_is_marked(game_id: str) -> None:
    for number in range(deep(20, 500)):
        stream = Stream(number, "damage", game_id)
        sketch = sketch_of(somewhere(game_id, number), stream).unveiled()  # as anything pasted is
        text = harmed(sketch.text, stream)
        if not text.strip():
            continue
        found = paste(text, sketch.spec)
        kept = " ".join(one.sketch.text + " " + one.name + " " + one.comment for one in found.positions.entries)
        assert found.text == text
        if "@" not in text:  # which may tell whose view it is
            assert sorted(kept.translate(GLUE)) == sorted(text.translate(GLUE))
        whole = replace(sketch, text=text)
        for problem in whole.problems():
            start, end = problem.span
            assert problem.field and problem.reason
            assert len(sketch.spec) <= start <= end <= len(whole.situation)
        assert whole.problems() or whole.point() is not None
        other = replace(sketch, spec=damaged(sketch.spec, random.Random(number)).replace(" ", "") or "?")
        boards.variant(other.spec)  # whatever the spec, it can be spoken of
        problems = other.problems()
        assert problems or other.point() is not None
        assert all(problem.reason and problem.mends for problem in problems if problem.field == "spec")
        draft = PositionList([Entry(whole, "a draft # of it", "unfinished\nso far")])
        again = lists.read(draft.text(), "").entries
        assert [one._replace(sketch=replace(one.sketch, text="")) for one in again] == [
            one._replace(sketch=replace(one.sketch, text="")) for one in draft.entries
        ]
        assert again[0].sketch.text.split() == whole.text.split()


def test_one_stroke_is_one_step_and_can_be_given_up() -> None:
    game = fastcore.games()[0]
    editor = PositionEditor(Sketch.start(game))
    start = editor.sketch
    editor.begin_gesture()
    for text in ("a", "b", "c"):
        editor.change(replace(start, text=text))
    editor.end_gesture()
    editor.begin_gesture()
    editor.change(replace(start, text="d"))
    editor.give_up_gesture()
    assert (editor.sketch.text, editor.point) == ("c", None)
    editor.undo()
    assert editor.sketch == start and not editor.can_undo and editor.point == fastcore.start(game)
    with pytest.raises(ValueError, match="nothing has been changed"):
        editor.undo()
    editor.redo()
    editor.change(start)
    with pytest.raises(ValueError, match="nothing has been undone"):
        editor.redo()


def test_a_list_has_one_history() -> None:
    """What was done to any position, and to the list itself, is undone where it was done, and nothing of it is lost."""
    game = fastcore.games()[0]
    editor = PositionEditor(Sketch(game, "begun"))
    pasted = [Entry(Sketch(game, text), text, "said") for text in "abc"]
    editor.open(PositionList(pasted, 1, "end"))

    def now() -> tuple[list[str], int]:
        return [one.sketch.text for one in editor.positions.entries], editor.positions.at

    seen = [now()]
    editor.change(Sketch(game, "B"))
    seen.append(now())
    editor.step(1)
    editor.remove()
    seen.append(now())
    editor.add()
    editor.change(Sketch(game, "D"))
    seen += [(["a", "B", "B"], 2), now()]
    editor.step(-2)
    for wanted in reversed(seen[:-1]):
        editor.undo()
        assert now()[0] == wanted[0]
    assert editor.positions.entries == pasted and editor.positions.tail == "end"
    editor.undo()
    assert now() == (["begun"], 0) and not editor.can_undo
    for wanted in seen:
        editor.redo()
        assert now()[0] == wanted[0]
    assert now() == (["a", "B", "D"], 2) and not editor.can_redo
    assert editor.positions.unsaved
    editor.positions.stands_in(Path("some.positions"), editor.positions.entries)
    editor.undo()
    assert editor.positions.unsaved
    editor.redo()
    assert not editor.positions.unsaved


def test_where_to_begin(game_id: str) -> None:
    state = somewhere(game_id, "begin")
    assert Sketch.of(state).point() == state
    assert Sketch.start(game_id).point() == fastcore.start(game_id)
    empty = Sketch.empty(game_id)
    assert empty.fields == boards.editor(game_id).emptied(fastcore.start(game_id).fields)
    for seat in range(state.seats):
        seen = Sketch.of(state).seen_by(seat)
        assert isinstance(seen.point(), Viewpoint) and seen == Sketch.of(state.viewpoint(seat))
        assert seen.seen_by(None).text == seen.text
    wrong = Sketch("nothing(size=1)", "a b").problems()
    assert [problem.field for problem in wrong] == ["spec"] and Sketch("nothing", "a").fields is None
    assert Sketch.of(state).with_spec(state.spec) == Sketch.of(state)
    for spec in ("f.orest_", "../herd", "hurd(size=3)", ""):
        with pytest.raises(fastcore.BadPosition):
            boards.editor(spec)
    assert replace(Sketch.start(game_id), seat=9).problems()[0].field == "seat"


def test_facts_that_cannot_be_are_a_problem() -> None:
    hiding = next(game for game in fastcore.games() if fastcore.info(game).has.hidden)
    seen = Sketch.of(somewhere(hiding, "facts")).seen_by(1)
    editor = PositionEditor(seen)
    editor.change(replace(seen, facts=("nobody knows",)))
    assert [problem.field for problem in editor.problems] == ["facts"] and editor.point is None
    editor.undo()
    assert isinstance(editor.point, Viewpoint)


@pytest.mark.parametrize("game", [game for game in fastcore.games() if fastcore.info(game).has.covered])
def test_a_view_is_taken_as_what_its_seat_sees(game: str) -> None:
    """A view that is pasted without its seat, also with something wrong in it."""
    states = (somewhere(game, number) for number in range(40))
    state = next(state for state in states if state.actor >= 0 and state.viewpoint(state.actor).state is None)
    pasted = paste(f"{state.spec} {state.view(state.actor)}", "nothing").positions.entry.sketch
    first = pasted.problems()[0]
    offered = [mend for mend in first.mends if mend.situation.startswith(f"{pasted.situation} @")]
    assert offered and list(first.mends[: len(offered)]) == offered
    taken = [pasted.with_situation(mend.situation) for mend in offered]
    assert replace(pasted, seat=state.actor) in taken and all(not one.problems() for one in taken)
    assert taken == [lists.read(mend.situation, "").entry.sketch for mend in offered]
    turn = (
        pasted.fields
        and "turn" in pasted.fields
        and replace(pasted, text=pasted.text.replace(state.fields["turn"], "x", 1))
    )
    if turn:
        assert any("sees it" in mend.words for problem in turn.problems() for mend in problem.mends)


def test_a_seat_that_is_not_there_can_be_exchanged(game_id: str) -> None:
    start = fastcore.start(game_id)
    sketch = replace(Sketch.of(start), seat=8)
    (problem,) = sketch.problems()
    taken = [sketch.with_situation(mend.situation) for mend in problem.mends]
    views = range(start.seats) if start.info.has.covered else ()
    assert [one.seat for one in taken] == [None, *views] and all(one.text == sketch.text for one in taken)


def test_every_fact_of_cards_has_a_sentence() -> None:
    editor = boards.editor("herbalism", 1)
    said = editor.said(fastcore.start("herbalism").fields, ["1:b<=0", "1:r=0", "2:r>=1", "3:g>=12", "hidden:y<=5"])
    assert said["1:b<=0"].startswith("Seat 1 holds no blue") and said["1:r=0"].startswith("Seat 1 holds no red")
    assert said["2:r>=1"].startswith("Seat 2 holds at least one red") and said["3:g>=12"].startswith(
        "Seat 3 holds at least 12 green"
    )
    assert said["hidden:y<=5"].startswith("The hidden pair holds at most five yellow")


def test_lists_keep_names_comments_and_order(game_id: str, tmp_path: Path) -> None:
    one, other = Sketch.of(somewhere(game_id, 1)), Sketch.of(somewhere(game_id, 2)).seen_by(0).unveiled()
    text = f"# from a table\n#\n{one.situation} # the first\n\n{other.text}\n# more\n{other.situation} @1\n# end\n"
    found = paste(text, "nothing").positions
    assert [entry.name for entry in found.entries] == ["the first", "", ""]
    assert [entry.comment for entry in found.entries] == ["from a table\n", "", "more"]
    assert [entry.sketch for entry in found.entries] == [one, replace(other, seat=None), other]
    assert found.tail == "end"
    found.go_to(2)
    found.add(Entry(Sketch(one.spec, ""), "empty"))
    found.replace(found.entry._replace(comment="still nothing"))
    found.write(tmp_path / "some.positions")
    again = lists.read_file(tmp_path / "some.positions", "")
    assert (again.entries, again.tail) == (found.entries, found.tail)
    assert found.remove().name == "empty" and found.at == 2
    with pytest.raises(ValueError, match="no position 4"):
        found.go_to(3)


def test_positions_are_found_in_what_people_write() -> None:
    game = fastcore.games()[0]
    situation = Sketch.of(somewhere(game, 5)).situation
    broken = situation.replace(" ", "\n> ", 2)
    found = paste(f"Look at this one:\n\n> `{broken}`\n\nWho wins here?", game).positions.entries
    assert [one.sketch.situation for one in found] == [situation]
    assert found[0].comment == "Look at this one:\nWho wins here?"
    assert paste("what is this", game).positions.entry.sketch == Sketch(game, "what is this")
    assert paste(game, "nothing").positions.entry.sketch == Sketch.start(game)
    with pytest.raises(BadList, match="nothing to paste"):
        paste(" \n", game)


def test_records_and_lists_of_moves_are_sets_of_positions(game_id: str, tmp_path: Path) -> None:
    session = Session(game_id, [PERSON] * fastcore.start(game_id).seats, 3)
    stream = Stream(3, "record", game_id)
    while len(session.steps) < 6:
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))
    texts = [session.document.state_at(node).text() for node in (0, *session.document.line())]
    session.document.go_to(session.document.line()[2])
    files.write(tmp_path / "game.herbarium", record_of(session))
    found = paste_file(tmp_path / "game.herbarium", game_id).positions
    assert [entry.sketch.text for entry in found.entries] == texts and found.at == 3 and found.file is None
    listed = paste(
        "\n".join([game_id, *(step.move for step in (*session.steps, *session.document.future))]), "nothing"
    ).positions
    assert [entry.sketch.text for entry in listed.entries] == texts
    for wrong in ("none.txt", "bytes.txt"):
        (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(BadList):
            paste_file(tmp_path / wrong, game_id)


def test_a_file_is_pasted_by_its_path_or_address(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    file = tmp_path / "a b.positions"
    PositionList([Entry(Sketch.start(game), "one"), Entry(Sketch(game, "half"))]).write(file)
    for text in (str(file), f"{file}\n", f'"{file}"', file.as_uri(), f"{file.as_uri()}\n"):
        found = paste(text, game).positions
        assert [one.name for one in found.entries] == ["one", ""] and found.file == file and not found.unsaved
    with pytest.raises(BadList, match="cannot be read"):
        paste((tmp_path / "gone").as_uri(), game)
    for text in (str(tmp_path / "gone"), f"{file}\n{file}", "a b.positions"):
        assert file_named(text) is None and paste(text, game).positions.file is None


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    for encoding in ("utf-16", "utf-16-le"):
        (tmp_path / "wide.txt").write_bytes(Sketch.start(game).situation.encode(encoding))
        with pytest.raises(BadList, match="UTF-16"):
            paste(str(tmp_path / "wide.txt"), game)
    with pytest.raises(BadList, match="UTF-16"):
        paste(f"{Sketch.start(game).situation}\0", game)
    os.mkfifo(tmp_path / "pipe")
    for device in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(BadList, match="not a regular file"):
            paste(device.as_uri(), game)


def test_a_game_that_hides_nothing_is_nobodys_view(game_id: str) -> None:
    start = Sketch.start(game_id)
    seen = lists.entry_of(f"{start.situation} @2 fact # mine", "")
    assert seen.name == "mine" and seen.sketch.text == start.text
    assert (seen.sketch.seat, seen.sketch.facts) == (
        (1, ("fact",)) if fastcore.info(game_id).has.covered else (None, ())
    )


def test_an_unfinished_sketch_survives(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    kept = SketchAutosave(folder=tmp_path)
    kept.note(PositionList([Entry(Sketch(game, "half a # position"), "mine")]))
    assert kept.flush() == "" and left_behind(tmp_path) == []  # whoever lives keeps their own
    assert kept.leave() == ""
    left = left_behind(tmp_path)
    assert [one.positions.entries for one in left] == [[Entry(Sketch(game, "half a # position"), "mine")]]
    discard(left[0].file)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("texts", "whole"), [(("start",), True), (("half",), False), (("start", "start"), False)])
def test_kept_sketch_is_whole_if_it_is_one_valid_position(tmp_path: Path, texts: tuple[str, ...], whole: bool) -> None:
    game = fastcore.games()[0]
    kept = SketchAutosave(folder=tmp_path)
    kept.note(PositionList([Entry(Sketch.start(game) if text == "start" else Sketch(game, text)) for text in texts]))
    assert kept.leave() == ""
    (left,) = left_behind(tmp_path)
    assert left.whole is whole


def test_facts_that_contradict_are_forgotten_one_by_one() -> None:
    text = "?? rgbb/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    editor = PositionEditor(Sketch("herbalism", text, 0, ("2:g>=1", "hidden=rb", "cure=gy")))
    (problem,) = editor.problems
    assert "medicine is right, not both red with blue and green with yellow" in problem.reason
    assert [mend.words for mend in problem.mends] == [
        "forget that the hidden pair is red and blue",
        "forget that the right medicine is green and yellow",
    ]
    assert lists.read(problem.mends[1].situation, "").entry.sketch.facts == ("2:g>=1", "hidden=rb")
    editor.mended(problem.mends[1])
    assert editor.sketch == Sketch("herbalism", text, 0, ("2:g>=1", "hidden=rb")) and not editor.problems
    last = Sketch("herbalism", text, 0, ("hidden=rr",))  # with that which the seat holds there are too many
    assert last.with_situation(last.problems()[0].mends[0].situation).facts == ()


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\u2028", "\r\n"])
def test_a_comment_is_no_position_wherever_its_lines_end(end: str) -> None:
    text = lists.commented(f"first{end}herd 5/6/7/8/9/8/7/6/5 r 1 - -")
    assert all(line.startswith("#") for line in text.splitlines()) and len(text.splitlines()) == 2
