"""Tests of the guided first games: the core confirms every position, expected move and refusal."""

from __future__ import annotations

import re

import pytest

import fastcore
from fastcore import CHANCE, OVER, State
from workbench import boards
from workbench.boards.kit import lessons
from workbench.boards.kit.contract import Board
from workbench.boards.kit.entry import Entry
from workbench.boards.kit.lessons import REFUSED
from workbench.table.guide import Guide

GAMES_WITH_LESSONS = [game for game in fastcore.games() if lessons.find(game)]
STEPS = [
    pytest.param(game, number, id=f"{game}-{number + 1}")
    for game in GAMES_WITH_LESSONS
    for number in range(len(lessons.find(game)))
]


def board_of(game: str) -> Board:
    board = boards.find(game)
    assert board is not None
    return board


def move_texts(state: State) -> list[str]:
    return [state.move_text(move) for move in state.moves()]


def click_through(board: Board, state: State, goal: str) -> tuple[tuple[str, ...], bool]:
    """Click the path of a goal. Return the spots chosen before the last click, and whether that click was refused."""
    entry = Entry(board.paths(state, move_texts(state)))
    *path, last = goal.removeprefix(REFUSED).split("-")
    for spot in path:
        assert not entry.click(spot).refused, f"{spot} can be chosen"
    chosen = entry.chosen
    return chosen, entry.click(last).refused


def test_unknown_game_has_no_lessons() -> None:
    assert len(GAMES_WITH_LESSONS) >= 2
    assert lessons.find("nothing") == lessons.find("../x") == ()
    with pytest.raises(ValueError, match="no lessons"):
        Guide("nothing")


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS)
def test_lessons_have_ten_different_complete_steps(game: str) -> None:
    steps = lessons.find(game)
    assert (
        len(steps) == 10 and len({step.head for step in steps}) == 10 and len({step.situation for step in steps}) >= 9
    )
    for step in steps:
        for text in (step.text, step.task, step.done, *([step.wrong_move_text] if step.wrong_move_text else [])):
            assert re.fullmatch(r"[A-Z].*\.", text), text
        assert len(step.text) <= 260 and step.goals
        assert len(step.steps) in (0, len(step.goals)) and all(re.fullmatch(r"[^.]+[^.]", line) for line in step.steps)
        assert step.wrong_move_text or not any(step.goals), (
            "where not every move counts, there is a word for the others"
        )
        assert fastcore.problems(step.situation) == [] and step.situation.startswith(game)
    ends = [complete(Guide(game, number)).state.actor == OVER for number in range(10)]
    assert ends == [False] * 9 + [True], "only the last step ends a game"


def complete(guide: Guide) -> Guide:
    """Complete a lesson by clicks on the board."""
    board = board_of(guide.game)
    while not guide.done:
        while guide.draw():
            pass
        state, goal = guide.state, guide.goal
        assert state.actor >= 0, "a person is to move"
        if goal and goal[0].startswith(REFUSED):
            chosen, refused = click_through(board, state, goal[0])
            spot = goal[0].removeprefix(REFUSED).split("-")[-1]
            assert len(goal) == 1 and refused and spot.lower() in board.refusal(state, chosen, spot).lower()
            assert guide.count_refused((*chosen, spot)), "asked for"
            continue
        assert set(goal) <= set(move_texts(state)), f"{guide.lesson.head}: {goal}"
        move = (goal or move_texts(state))[0]
        entry = Entry(board.paths(state, move_texts(state)))
        last = [entry.click(spot) for spot in entry.paths[move]][-1]
        assert move == last.move or move in last.choices
        result = guide.play(move)
        assert result.is_goal and (result.events or guide.written == move)
        if guide.written:
            before = guide.state.text()
            assert (
                not guide.done
                and all(guide.play(text) == ((), False) for text in move_texts(state))
                and guide.state.text() == before
            )
            assert board.uses_sheet(state) and guide.lock() and not guide.lock(), (
                "nothing of a plan is made before it is locked"
            )
    return guide


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_every_step_can_be_completed(game: str, number: int) -> None:
    guide = complete(Guide(game, number))
    assert guide.done and guide.goal == () and guide.drawn == len(guide.lesson.rolls), "nothing is left over"
    assert not guide.draw(), "chance rolls no more"
    final_text = guide.state.text()
    assert all(guide.play(text) == ((), False) for text in move_texts(guide.state)) and guide.state.text() == final_text


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_move_that_misses_the_goal_changes_nothing(game: str, number: int) -> None:
    guide = Guide(game, number)
    while not guide.done:
        while guide.draw():
            pass
        before, reached = guide.state.text(), guide.reached
        for text in move_texts(guide.state):
            if guide.goal and text not in guide.goal:
                assert guide.play(text) == ((), False) and (guide.state.text(), guide.reached) == (before, reached)
        with pytest.raises(fastcore.IllegalMove):
            guide.play("zz9")
        assert not guide.count_refused(("zz9",)) and guide.reached == reached
        if guide.goal and guide.goal[0].startswith(REFUSED):
            guide.count_refused(tuple(guide.goal[0].removeprefix(REFUSED).split("-")))
        else:
            guide.play((guide.goal or move_texts(guide.state))[0])
            guide.lock()


def test_lesson_texts_match_positions() -> None:
    """Check the claims of the lesson texts that depend on the positions."""

    def event_kinds_of(game: str, number: int) -> list[str]:
        guide = Guide(game, number - 1)
        event_kinds = []
        while not guide.done:
            event_kinds += [event.kind for event in guide.draw()]
            if guide.goal and guide.goal[0].startswith(REFUSED):
                guide.count_refused(tuple(guide.goal[0].removeprefix(REFUSED).split("-")))
                continue
            event_kinds += [
                event.kind for event in guide.play((guide.goal or move_texts(guide.state))[0]).events or guide.lock()
            ]
        return event_kinds

    assert event_kinds_of("herd", 2) == ["roll", "place", "place", "turn"], (
        "as many as the lower die says, and the turn is over"
    )
    assert event_kinds_of("herd", 4) == ["remove", "place", "place", "place", "turn"]
    assert event_kinds_of("herd", 6) == ["place", "capture"] and event_kinds_of("herd", 9) == [
        "remove",
        "place",
        "capture",
    ]
    assert event_kinds_of("herd", 7)[-3:] == ["capture", "place", "turn"], "the stone that was won is the last"
    for number in (6, 7, 8, 9):
        guide = Guide("herd", number - 1)
        if guide.goal[0].startswith("x"):
            guide.play(guide.goal[0])
        capturing = [
            text
            for text in move_texts(guide.state)
            if any(event.kind == "capture" for event in guide.state.events(text))
        ]
        assert capturing == list(guide.goal), "only the placement that counts captures"
    for number in range(10):
        state = Guide("herd", number).state
        if state.fields["dice"] != "-":  # The dice determine the remaining work, except for completed removals.
            high, low = state.fields["dice"].split("-")
            removals, placements = state.fields["left"][1:].split("+")
            assert placements == (low if state.turn == 1 else high)
            assert removals == low or state.turn == 1 or "The removal is done" in Guide("herd", number).lesson.task
    for number in range(10):
        lesson = Guide("forest", number).lesson
        assert "R" not in lesson.situation.split()[1] or "BBB" in lesson.text, "every piece on the board is explained"
    for text in move_texts(Guide("forest", 1).state):
        assert any(event.kind == "yellow" and event.where == ("d3",) for event in Guide("forest", 1).state.events(text))
    for text in move_texts(Guide("forest", 2).state):
        assert all(event.kind != "yellow" for event in Guide("forest", 2).state.events(text)), "together: no yellow"
    assert "spawn" in event_kinds_of("forest", 7) and "boogyman" in event_kinds_of("forest", 8)
    choices = [text for text in move_texts(Guide("forest", 7).state) if text[0] in "+!"]
    assert choices == ["!d3", "+d3"] and "!d3" not in move_texts(Guide("forest", 6).state)
    assert event_kinds_of("forest", 9) == ["roam", "capture"] and event_kinds_of("forest", 10)[-1] == "over"
    assert Guide("forest", 9).state.points() == (6, 2)
    end = complete(Guide("herd", 9)).state
    assert end.points() == (10, 9)


def test_push_lesson_accepts_every_sufficient_payment() -> None:
    push_lessons = 0
    for step in lessons.find("herbs"):
        if len(step.goals) == 1 and len(step.goals[0]) > 1 and "P1/" in step.goals[0][0]:
            state, push = fastcore.parse(step.situation), step.goals[0][0][:4]
            sufficient = [
                text
                for text in (f"{push}{paid}" for paid in range(1, 9))
                if any(event.kind == "push" for event in state.events(text))
            ]
            assert list(step.goals[0]) == sufficient, step.head
            push_lessons += 1
    assert push_lessons == 3


def test_herbs_lesson_texts_match_positions() -> None:
    def last_move(number: int) -> tuple[list[str], State]:
        """Play the last move of a lesson in the cheapest accepted way. Return its events and the position after it."""
        guide, event_kinds = Guide("herbs", number - 1), list[str]()
        while not guide.done:
            if guide.goal and guide.goal[0].startswith(REFUSED):
                guide.count_refused(tuple(guide.goal[0].removeprefix(REFUSED).split("-")))
                continue
            event_kinds = [
                event.kind for event in guide.play((guide.goal or move_texts(guide.state))[0]).events or guide.lock()
            ]
        return event_kinds, guide.state

    assert last_move(1)[1].fields["ap"] == "200,197"
    assert last_move(2)[1].fields["herbs"].split(",")[2] == "G11>"
    for number, paid in ((4, 2), (5, 1)):
        guide = Guide("herbs", number - 1)
        kinds = [event.kind for event in guide.state.events(f"2P1/{paid}")]
        assert "nothing" in kinds and "push" not in kinds, "less than what counts moves nothing"
    assert last_move(5)[1].points() == (0, 3) and last_move(6)[1].points() == last_move(7)[1].points() == (2, 7)
    assert "wave" in last_move(6)[0] and last_move(7)[1].fields["ap"] == "170,159"
    assert last_move(8)[1].points() == (5, 7) and last_move(8)[1].fields["herbs"].startswith("-,")
    guide = Guide("herbs", 8)
    assert guide.state.phase == "bid" and last_move(9)[1].points() == (5, 6)
    assert {"hit", "lost"} <= {event.kind for event in guide.state.events("bid1")}, "with a lower bid the push is lost"
    event_kinds, end = last_move(10)
    assert event_kinds[-1] == "over" and "placed" in event_kinds and end.points()[1] > 13 > end.points()[0]


def test_lesson_number_is_limited_to_existing_steps() -> None:
    guide = Guide(GAMES_WITH_LESSONS[0])
    guide.start_lesson(99)
    assert guide.last and guide.number == 9
    guide.start_lesson(-5)
    assert (
        guide.number == 0
        and not guide.done
        and guide.state.situation.endswith(guide.lesson.situation.partition(" ")[2])
    )
    assert guide.state.actor != CHANCE
