"""Tests of position editing: pasted positions, invalid texts, problems, lists and undo."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

import fastcore
from fastcore import State, Stream, Viewpoint
from tests.conftest import deep
from workbench import boards
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import random_position
from workbench.game.session import PERSON, Session
from workbench.positions import lists
from workbench.positions.autosave import SketchAutosave, find_abandoned
from workbench.positions.editor import PositionEditor
from workbench.positions.lists import Entry, PositionList, PositionListError
from workbench.positions.pasting import named_file, paste, paste_file
from workbench.positions.sketch import Sketch
from workbench.records import files
from workbench.storage.autosave import discard
from workbench.storage.session_records import record_of

CHARACTERS = "-0123456789abrgyw/,:x?@#\\ "
SEPARATORS = str.maketrans("", "", " #\\")  # characters that a list may write differently


def random_view(state: State, stream: Stream) -> Sketch:
    """Return the full position or the view of a random seat."""
    seat = stream.below(state.seats + 1) - 1
    return Sketch.from_point(state).as_seen_by(None if seat < 0 else seat)


def damage_position(text: str, stream: Stream) -> str:
    """Return a text with random damage, using only characters of position texts."""
    return "".join(
        character for character in damage_text(text, random.Random(stream.below(2**30))) if character in CHARACTERS
    )


def edit_randomly(editor: PositionEditor, stream: Stream) -> None:
    """Make a random edit."""
    fields = editor.sketch.fields
    choice = stream.below(4)
    if fields is None or choice == 0:
        editor.change(replace(editor.sketch, text=damage_position(editor.sketch.text, stream)))
    elif choice == 1:
        name = stream.choice(list(fields))
        editor.change(editor.sketch.with_fields({**fields, name: damage_position(fields[name], stream)}))
    elif choice == 2 and editor.problems and editor.problems[0].fixes:
        editor.apply_fix(editor.problems[0].fixes[0])
    else:
        editor.begin_gesture()
        for name in fields:
            editor.change(editor.sketch.with_fields({**fields, name: "7"}))
        editor.end_gesture()


def test_pasted_position_survives_editing(game_id: str) -> None:
    for number in range(deep(10, 500)):
        stream = Stream(number, "editing", game_id)
        sketch = random_view(random_position(game_id, number), stream).without_needless_seat()  # as pasting does
        line = lists.format_line(Entry(sketch))
        editor = PositionEditor(paste(line, "nothing").positions.entry.sketch)
        assert editor.sketch == sketch
        assert editor.point is not None and editor.point.text() == sketch.text
        for _ in range(stream.below(8)):
            edit_randomly(editor, stream)
        end = editor.sketch
        while editor.can_undo:
            editor.undo()
        assert lists.format_line(Entry(editor.sketch)) == line
        while editor.can_redo:
            editor.redo()
        assert editor.sketch == end


def test_damaged_text_is_kept_and_problems_are_located(game_id: str) -> None:
    for number in range(deep(20, 500)):
        stream = Stream(number, "damage", game_id)
        sketch = random_view(random_position(game_id, number), stream).without_needless_seat()  # as pasting does
        text = damage_position(sketch.text, stream)
        if not text.strip():
            continue
        pasted = paste(text, sketch.spec)
        kept_text = " ".join(
            entry.sketch.text + " " + entry.name + " " + entry.comment for entry in pasted.positions.entries
        )
        assert pasted.text == text
        if "@" not in text:  # a text with "@" may name the viewing seat
            assert sorted(kept_text.translate(SEPARATORS)) == sorted(text.translate(SEPARATORS))
        edited = replace(sketch, text=text)
        for problem in edited.problems():
            start, end = problem.span
            assert problem.field and problem.reason
            assert len(sketch.spec) <= start <= end <= len(edited.situation)
        assert edited.problems() or edited.point() is not None
        wrong_spec = replace(sketch, spec=damage_text(sketch.spec, random.Random(number)).replace(" ", "") or "?")
        boards.describe_options(wrong_spec.spec)  # must accept every spec
        problems = wrong_spec.problems()
        assert problems or wrong_spec.point() is not None
        assert all(problem.reason and problem.fixes for problem in problems if problem.field == "spec")
        draft = PositionList([Entry(edited, "a draft # of it", "unfinished\nso far")])
        reread = lists.parse(draft.text(), "").entries
        assert [entry._replace(sketch=replace(entry.sketch, text="")) for entry in reread] == [
            entry._replace(sketch=replace(entry.sketch, text="")) for entry in draft.entries
        ]
        assert reread[0].sketch.text.split() == edited.text.split()


def test_gesture_is_one_undo_step_and_can_be_cancelled() -> None:
    game = fastcore.games()[0]
    editor = PositionEditor(Sketch.start(game))
    start = editor.sketch
    editor.begin_gesture()
    for text in ("a", "b", "c"):
        editor.change(replace(start, text=text))
    editor.end_gesture()
    editor.begin_gesture()
    editor.change(replace(start, text="d"))
    editor.cancel_gesture()
    assert (editor.sketch.text, editor.point) == ("c", None)
    editor.undo()
    assert editor.sketch == start and not editor.can_undo and editor.point == fastcore.start(game)
    with pytest.raises(ValueError, match="nothing has been changed"):
        editor.undo()
    editor.redo()
    editor.change(start)
    with pytest.raises(ValueError, match="nothing has been undone"):
        editor.redo()


def test_position_list_has_one_undo_history() -> None:
    """Edits of positions and of the list are undone in order and redone completely."""
    game = fastcore.games()[0]
    editor = PositionEditor(Sketch(game, "begun"))
    pasted = [Entry(Sketch(game, text), text, "said") for text in "abc"]
    editor.open(PositionList(pasted, 1, "end"))

    def snapshot() -> tuple[list[str], int]:
        return [entry.sketch.text for entry in editor.positions.entries], editor.positions.index

    states = [snapshot()]
    editor.change(Sketch(game, "B"))
    states.append(snapshot())
    editor.step(1)
    editor.remove()
    states.append(snapshot())
    editor.add()
    editor.change(Sketch(game, "D"))
    states += [(["a", "B", "B"], 2), snapshot()]
    editor.step(-2)
    for expected in reversed(states[:-1]):
        editor.undo()
        assert snapshot()[0] == expected[0]
    assert editor.positions.entries == pasted and editor.positions.tail == "end"
    editor.undo()
    assert snapshot() == (["begun"], 0) and not editor.can_undo
    for expected in states:
        editor.redo()
        assert snapshot()[0] == expected[0]
    assert snapshot() == (["a", "B", "D"], 2) and not editor.can_redo
    assert editor.positions.unsaved
    editor.positions.mark_saved(Path("some.positions"), editor.positions.entries)
    editor.undo()
    assert editor.positions.unsaved
    editor.redo()
    assert not editor.positions.unsaved


def test_sketches_start_from_positions_views_and_specs(game_id: str) -> None:
    state = random_position(game_id, "begin")
    assert Sketch.from_point(state).point() == state
    assert Sketch.start(game_id).point() == fastcore.start(game_id)
    empty = Sketch.empty(game_id)
    assert empty.fields == boards.editor(game_id).empty_start(fastcore.start(game_id).fields)
    for seat in range(state.seats):
        view = Sketch.from_point(state).as_seen_by(seat)
        assert isinstance(view.point(), Viewpoint) and view == Sketch.from_point(state.viewpoint(seat))
        assert view.as_seen_by(None).text == view.text
    problems = Sketch("nothing(size=1)", "a b").problems()
    assert [problem.field for problem in problems] == ["spec"] and Sketch("nothing", "a").fields is None
    assert Sketch.from_point(state).with_spec(state.spec) == Sketch.from_point(state)
    for spec in ("f.orest_", "../herd", "hurd(size=3)", ""):
        with pytest.raises(fastcore.BadPosition):
            boards.editor(spec)
    assert replace(Sketch.start(game_id), seat=9).problems()[0].field == "seat"


def test_invalid_facts_are_a_problem() -> None:
    hidden_game = next(game for game in fastcore.games() if fastcore.info(game).has.hidden)
    view = Sketch.from_point(random_position(hidden_game, "facts")).as_seen_by(1)
    editor = PositionEditor(view)
    editor.change(replace(view, facts=("nobody knows",)))
    assert [problem.field for problem in editor.problems] == ["facts"] and editor.point is None
    editor.undo()
    assert isinstance(editor.point, Viewpoint)


@pytest.mark.parametrize("game", [game for game in fastcore.games() if fastcore.info(game).has.covered])
def test_view_without_seat_offers_seats_as_fixes(game: str) -> None:
    """The fixes are offered even if the view has a second problem."""
    states = (random_position(game, number) for number in range(40))
    state = next(state for state in states if state.actor >= 0 and state.viewpoint(state.actor).state is None)
    pasted = paste(f"{state.spec} {state.view(state.actor)}", "nothing").positions.entry.sketch
    first = pasted.problems()[0]
    offered = [fix for fix in first.fixes if fix.situation.startswith(f"{pasted.situation} @")]
    assert offered and list(first.fixes[: len(offered)]) == offered
    fixed = [pasted.with_situation(fix.situation) for fix in offered]
    assert replace(pasted, seat=state.actor) in fixed and all(not sketch.problems() for sketch in fixed)
    assert fixed == [lists.parse(fix.situation, "").entry.sketch for fix in offered]
    wrong_turn = (
        pasted.fields
        and "turn" in pasted.fields
        and replace(pasted, text=pasted.text.replace(state.fields["turn"], "x", 1))
    )
    if wrong_turn:
        assert any("sees it" in fix.words for problem in wrong_turn.problems() for fix in problem.fixes)


def test_invalid_seat_can_be_replaced(game_id: str) -> None:
    start = fastcore.start(game_id)
    sketch = replace(Sketch.from_point(start), seat=8)
    (problem,) = sketch.problems()
    fixed = [sketch.with_situation(fix.situation) for fix in problem.fixes]
    views = range(start.seats) if start.info.has.covered else ()
    assert [candidate.seat for candidate in fixed] == [None, *views] and all(
        candidate.text == sketch.text for candidate in fixed
    )


def test_card_facts_have_sentences() -> None:
    editor = boards.editor("herbalism", 1)
    sentences = editor.fact_sentences(
        fastcore.start("herbalism").fields, ["1:b<=0", "1:r=0", "2:r>=1", "3:g>=12", "hidden:y<=5"]
    )
    assert sentences["1:b<=0"].startswith("Seat 1 holds no blue") and sentences["1:r=0"].startswith(
        "Seat 1 holds no red"
    )
    assert sentences["2:r>=1"].startswith("Seat 2 holds at least one red") and sentences["3:g>=12"].startswith(
        "Seat 3 holds at least 12 green"
    )
    assert sentences["hidden:y<=5"].startswith("The hidden pair holds at most five yellow")


def test_lists_keep_names_comments_and_order(game_id: str, tmp_path: Path) -> None:
    first, second = (
        Sketch.from_point(random_position(game_id, 1)),
        Sketch.from_point(random_position(game_id, 2)).as_seen_by(0).without_needless_seat(),
    )
    text = f"# from a table\n#\n{first.situation} # the first\n\n{second.text}\n# more\n{second.situation} @1\n# end\n"
    positions = paste(text, "nothing").positions
    assert [entry.name for entry in positions.entries] == ["the first", "", ""]
    assert [entry.comment for entry in positions.entries] == ["from a table\n", "", "more"]
    assert [entry.sketch for entry in positions.entries] == [first, replace(second, seat=None), second]
    assert positions.tail == "end"
    positions.go_to(2)
    positions.add(Entry(Sketch(first.spec, ""), "empty"))
    positions.replace(positions.entry._replace(comment="still nothing"))
    positions.write(tmp_path / "some.positions")
    reread = lists.read_file(tmp_path / "some.positions", "")
    assert (reread.entries, reread.tail) == (positions.entries, positions.tail)
    assert positions.remove().name == "empty" and positions.index == 2
    with pytest.raises(ValueError, match="no position 4"):
        positions.go_to(3)


def test_positions_are_found_in_prose() -> None:
    game = fastcore.games()[0]
    situation = Sketch.from_point(random_position(game, 5)).situation
    broken = situation.replace(" ", "\n> ", 2)
    entries = paste(f"Look at this one:\n\n> `{broken}`\n\nWho wins here?", game).positions.entries
    assert [entry.sketch.situation for entry in entries] == [situation]
    assert entries[0].comment == "Look at this one:\nWho wins here?"
    assert paste("what is this", game).positions.entry.sketch == Sketch(game, "what is this")
    assert paste(game, "nothing").positions.entry.sketch == Sketch.start(game)
    with pytest.raises(PositionListError, match="nothing to paste"):
        paste(" \n", game)


def test_records_and_move_lists_can_be_pasted_as_positions(game_id: str, tmp_path: Path) -> None:
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
    pasted = paste_file(tmp_path / "game.herbarium", game_id).positions
    assert [entry.sketch.text for entry in pasted.entries] == texts and pasted.index == 3 and pasted.file is None
    listed = paste(
        "\n".join([game_id, *(step.move for step in (*session.steps, *session.document.future))]), "nothing"
    ).positions
    assert [entry.sketch.text for entry in listed.entries] == texts
    for name in ("none.txt", "bytes.txt"):
        (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(PositionListError):
            paste_file(tmp_path / name, game_id)


def test_file_is_pasted_by_path_or_uri(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    file = tmp_path / "a b.positions"
    PositionList([Entry(Sketch.start(game), "one"), Entry(Sketch(game, "half"))]).write(file)
    for text in (str(file), f"{file}\n", f'"{file}"', file.as_uri(), f"{file.as_uri()}\n"):
        positions = paste(text, game).positions
        assert (
            [entry.name for entry in positions.entries] == ["one", ""]
            and positions.file == file
            and not positions.unsaved
        )
    with pytest.raises(PositionListError, match="cannot be read"):
        paste((tmp_path / "gone").as_uri(), game)
    for text in (str(tmp_path / "gone"), f"{file}\n{file}", "a b.positions"):
        assert named_file(text) is None and paste(text, game).positions.file is None


def test_utf16_and_special_files_are_refused(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    for encoding in ("utf-16", "utf-16-le"):
        (tmp_path / "wide.txt").write_bytes(Sketch.start(game).situation.encode(encoding))
        with pytest.raises(PositionListError, match="this file is not UTF-8 text: save it as UTF-8"):
            paste(str(tmp_path / "wide.txt"), game)
    with pytest.raises(PositionListError, match="this file is not UTF-8 text: save it as UTF-8"):
        paste(f"{Sketch.start(game).situation}\0", game)
    os.mkfifo(tmp_path / "pipe")
    for device in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(PositionListError, match="not a regular file"):
            paste(device.as_uri(), game)


def test_seat_and_facts_are_ignored_in_open_games(game_id: str) -> None:
    start = Sketch.start(game_id)
    entry = lists.parse_line(f"{start.situation} @2 fact # mine", "")
    assert entry.name == "mine" and entry.sketch.text == start.text
    assert (entry.sketch.seat, entry.sketch.facts) == (
        (1, ("fact",)) if fastcore.info(game_id).has.covered else (None, ())
    )


def test_unfinished_sketch_can_be_restored(tmp_path: Path) -> None:
    game = fastcore.games()[0]
    autosave = SketchAutosave(folder=tmp_path)
    autosave.note(PositionList([Entry(Sketch(game, "half a # position"), "mine")]))
    assert (
        autosave.flush() == "" and find_abandoned(tmp_path) == []
    )  # the autosave of a running process is not abandoned
    assert autosave.leave() == ""
    abandoned = find_abandoned(tmp_path)
    assert [draft.positions.entries for draft in abandoned] == [[Entry(Sketch(game, "half a # position"), "mine")]]
    discard(abandoned[0].file)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("texts", "complete"), [(("start",), True), (("half",), False), (("start", "start"), False)])
def test_autosaved_sketch_is_complete_only_with_one_valid_position(
    tmp_path: Path, texts: tuple[str, ...], complete: bool
) -> None:
    game = fastcore.games()[0]
    autosave = SketchAutosave(folder=tmp_path)
    autosave.note(
        PositionList([Entry(Sketch.start(game) if text == "start" else Sketch(game, text)) for text in texts])
    )
    assert autosave.leave() == ""
    (abandoned,) = find_abandoned(tmp_path)
    assert abandoned.whole is complete


def test_contradicting_facts_can_be_dropped_one_by_one() -> None:
    text = "?? rgbb/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    editor = PositionEditor(Sketch("herbalism", text, 0, ("2:g>=1", "hidden=rb", "cure=gy")))
    (problem,) = editor.problems
    assert "medicine is right, not both red with blue and green with yellow" in problem.reason
    assert [fix.words for fix in problem.fixes] == [
        "remove the fact that the hidden pair is red and blue",
        "remove the fact that the right medicine is green and yellow",
    ]
    assert lists.parse(problem.fixes[1].situation, "").entry.sketch.facts == ("2:g>=1", "hidden=rb")
    editor.apply_fix(problem.fixes[1])
    assert editor.sketch == Sketch("herbalism", text, 0, ("2:g>=1", "hidden=rb")) and not editor.problems
    last = Sketch(
        "herbalism", text, 0, ("hidden=rr",)
    )  # together with the seat's own cards there are too many red ones
    assert last.with_situation(last.problems()[0].fixes[0].situation).facts == ()


@pytest.mark.parametrize("line_end", ["\n", "\r", "\x0b", "\u2028", "\r\n"])
def test_multiline_comment_is_never_a_position(line_end: str) -> None:
    text = lists.format_comment(f"first{line_end}herd 5/6/7/8/9/8/7/6/5 r 1 - -")
    assert all(line.startswith("#") for line in text.splitlines()) and len(text.splitlines()) == 2
