"""Guided first games: every position, every expected move and every refusal is held against the core."""

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

TAUGHT = [game for game in fastcore.games() if lessons.find(game)]
STEPS = [
    pytest.param(game, number, id=f"{game}-{number + 1}")
    for game in TAUGHT
    for number in range(len(lessons.find(game)))
]


def board_of(game: str) -> Board:
    board = boards.find(game)
    assert board is not None
    return board


def texts(state: State) -> list[str]:
    return [state.move_text(move) for move in state.moves()]


def click_through(board: Board, state: State, goal: str) -> tuple[tuple[str, ...], bool]:
    """Make the clicks of a goal: the spots chosen before the last one, and whether that was refused."""
    entry = Entry(board.paths(state, texts(state)))
    *way, last = goal.removeprefix(REFUSED).split("-")
    for spot in way:
        assert not entry.click(spot).refused, f"{spot} can be chosen"
    chosen = entry.chosen
    return chosen, entry.click(last).refused


def test_games_without_lessons_offer_none() -> None:
    assert len(TAUGHT) >= 2
    assert lessons.find("nothing") == lessons.find("../x") == ()
    with pytest.raises(ValueError, match="no lessons"):
        Guide("nothing")


@pytest.mark.parametrize("game", TAUGHT)
def test_ten_steps_that_each_teach_one_thing(game: str) -> None:
    steps = lessons.find(game)
    assert (
        len(steps) == 10 and len({step.head for step in steps}) == 10 and len({step.situation for step in steps}) >= 9
    )
    for step in steps:
        for text in (step.text, step.task, step.done, *([step.astray] if step.astray else [])):
            assert re.fullmatch(r"[A-Z].*\.", text), text
        assert len(step.text) <= 260 and step.goals
        assert len(step.steps) in (0, len(step.goals)) and all(re.fullmatch(r"[^.]+[^.]", line) for line in step.steps)
        assert step.astray or not any(step.goals), "where not every move counts, there is a word for the others"
        assert fastcore.problems(step.situation) == [] and step.situation.startswith(game)
    ends = [walk(Guide(game, number)).state.actor == OVER for number in range(10)]
    assert ends == [False] * 9 + [True], "only the last step ends a game"


def walk(guide: Guide) -> Guide:
    """Do all that a lesson asks for, each as clicks on the board."""
    board = board_of(guide.game)
    while not guide.done:
        while guide.draw():
            pass
        state, goal = guide.state, guide.goal
        assert state.actor >= 0, "a person is to move"
        if goal and goal[0].startswith(REFUSED):
            chosen, refused = click_through(board, state, goal[0])
            spot = goal[0].removeprefix(REFUSED).split("-")[-1]
            assert len(goal) == 1 and refused and spot in board.refusal(state, chosen, spot)
            assert guide.refused((*chosen, spot)), "asked for"
            continue
        assert set(goal) <= set(texts(state)), f"{guide.lesson.head}: {goal}"
        move = (goal or texts(state))[0]
        entry = Entry(board.paths(state, texts(state)))
        last = [entry.click(spot) for spot in entry.paths[move]][-1]
        assert move == last.move or move in last.choices
        made = guide.play(move)
        assert made.asked and (made.events or guide.written == move)
        if guide.written:
            before = guide.state.text()
            assert (
                not guide.done
                and all(guide.play(text) == ((), False) for text in texts(state))
                and guide.state.text() == before
            )
            assert board.collects(state) and guide.lock() and not guide.lock(), (
                "nothing of a plan is made before it is locked"
            )
    return guide


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_every_step_can_be_done(game: str, number: int) -> None:
    guide = walk(Guide(game, number))
    assert guide.done and guide.goal == () and guide.drawn == len(guide.lesson.rolls), "nothing is left over"
    assert not guide.draw(), "chance rolls no more"
    after = guide.state.text()
    assert all(guide.play(text) == ((), False) for text in texts(guide.state)) and guide.state.text() == after


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_legal_move_that_does_not_count_changes_nothing(game: str, number: int) -> None:
    guide = Guide(game, number)
    while not guide.done:
        while guide.draw():
            pass
        before, reached = guide.state.text(), guide.reached
        for text in texts(guide.state):
            if guide.goal and text not in guide.goal:
                assert guide.play(text) == ((), False) and (guide.state.text(), guide.reached) == (before, reached)
        with pytest.raises(fastcore.IllegalMove):
            guide.play("zz9")
        assert not guide.refused(("zz9",)) and guide.reached == reached
        if guide.goal and guide.goal[0].startswith(REFUSED):
            guide.refused(tuple(guide.goal[0].removeprefix(REFUSED).split("-")))
        else:
            guide.play((guide.goal or texts(guide.state))[0])
            guide.lock()


def test_what_the_words_claim_is_true() -> None:
    """The claims of the texts that a changed position would make false."""

    def kinds(game: str, number: int) -> list[str]:
        guide = Guide(game, number - 1)
        told = []
        while not guide.done:
            told += [event.kind for event in guide.draw()]
            if guide.goal and guide.goal[0].startswith(REFUSED):
                guide.refused(tuple(guide.goal[0].removeprefix(REFUSED).split("-")))
                continue
            told += [event.kind for event in guide.play((guide.goal or texts(guide.state))[0]).events or guide.lock()]
        return told

    assert kinds("herd", 2) == ["roll", "place", "place", "turn"], "as many as the lower die says, and the turn is over"
    assert kinds("herd", 4) == ["remove", "place", "place", "place", "turn"]
    assert kinds("herd", 6) == ["place", "capture"] and kinds("herd", 9) == ["remove", "place", "capture"]
    assert kinds("herd", 7)[-3:] == ["capture", "place", "turn"], "the stone that was won is the last"
    for number in (6, 7, 8, 9):
        guide = Guide("herd", number - 1)
        if guide.goal[0].startswith("x"):
            guide.play(guide.goal[0])
        capturing = [
            text for text in texts(guide.state) if any(event.kind == "capture" for event in guide.state.events(text))
        ]
        assert capturing == list(guide.goal), "one placement captures, and it is the one that counts"
    for number in range(10):
        state = Guide("herd", number).state
        if state.fields["dice"] != "-":  # what is to be done is what the dice say, but for removals that are done
            high, low = state.fields["dice"].split("-")
            removals, placements = state.fields["left"][1:].split("+")
            assert placements == (low if state.turn == 1 else high)
            assert removals == low or state.turn == 1 or "The removal is done" in Guide("herd", number).lesson.task
    for number in range(10):
        lesson = Guide("forest", number).lesson
        assert "R" not in lesson.situation.split()[1] or "BBB" in lesson.text, "no piece stands there unexplained"
    for text in texts(Guide("forest", 1).state):
        assert any(event.kind == "yellow" and event.where == ("d3",) for event in Guide("forest", 1).state.events(text))
    for text in texts(Guide("forest", 2).state):
        assert all(event.kind != "yellow" for event in Guide("forest", 2).state.events(text)), "together: no yellow"
    assert "spawn" in kinds("forest", 7) and "boogyman" in kinds("forest", 8)
    choices = [text for text in texts(Guide("forest", 7).state) if text[0] in "+!"]
    assert choices == ["!d3", "+d3"] and "!d3" not in texts(Guide("forest", 6).state)
    assert kinds("forest", 9) == ["roam", "capture"] and kinds("forest", 10)[-1] == "over"
    assert Guide("forest", 9).state.points() == (6, 2)
    end = walk(Guide("herd", 9)).state
    assert end.points() == (10, 9)


def test_every_payment_that_is_enough_completes_a_push() -> None:
    learned = 0
    for step in lessons.find("herbs"):
        if len(step.goals) == 1 and len(step.goals[0]) > 1 and "P1/" in step.goals[0][0]:
            state, push = fastcore.parse(step.situation), step.goals[0][0][:4]
            enough = [
                text
                for text in (f"{push}{paid}" for paid in range(1, 9))
                if any(event.kind == "push" for event in state.events(text))
            ]
            assert list(step.goals[0]) == enough, step.head
            learned += 1
    assert learned == 3


def test_what_the_words_about_plans_and_bids_claim_is_true() -> None:
    def done(number: int) -> tuple[list[str], State]:
        """The events of the last move of a lesson, made in the cheapest way that counts, and the position after it."""
        guide, told = Guide("herbs", number - 1), list[str]()
        while not guide.done:
            if guide.goal and guide.goal[0].startswith(REFUSED):
                guide.refused(tuple(guide.goal[0].removeprefix(REFUSED).split("-")))
                continue
            told = [event.kind for event in guide.play((guide.goal or texts(guide.state))[0]).events or guide.lock()]
        return told, guide.state

    assert done(1)[1].fields["ap"] == "200,197"
    assert done(2)[1].fields["herbs"].split(",")[2] == "G11>"
    for number, paid in ((4, 2), (5, 1)):
        guide = Guide("herbs", number - 1)
        kinds = [event.kind for event in guide.state.events(f"2P1/{paid}")]
        assert "nothing" in kinds and "push" not in kinds, "less than what counts moves nothing"
    assert done(5)[1].points() == (0, 3) and done(6)[1].points() == done(7)[1].points() == (2, 7)
    assert "wave" in done(6)[0] and done(7)[1].fields["ap"] == "170,159"
    assert done(8)[1].points() == (5, 7) and done(8)[1].fields["herbs"].startswith("-,")
    guide = Guide("herbs", 8)
    assert guide.state.phase == "bid" and done(9)[1].points() == (5, 6)
    assert {"hit", "lost"} <= {event.kind for event in guide.state.events("bid1")}, "with a lower bid the push is lost"
    told, end = done(10)
    assert told[-1] == "over" and "placed" in told and end.points()[1] > 13 > end.points()[0]


def test_back_skip_and_once_more() -> None:
    guide = Guide(TAUGHT[0])
    guide.begin(99)
    assert guide.last and guide.number == 9
    guide.begin(-5)
    assert (
        guide.number == 0
        and not guide.done
        and guide.state.situation.endswith(guide.lesson.situation.partition(" ")[2])
    )
    assert guide.state.actor != CHANCE
