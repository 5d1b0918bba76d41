"""The record form of Herbalism, and that nothing hidden is shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

import fastcore
from fastcore import Event, State, Stream, Viewpoint
from tests.boards.test_lessons import texts
from tests.conftest import deep
from tests.games.herbalism.positions import ACT, KNOWN, SPECS, entry_of, walk
from workbench import boards
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, act, medicine_of
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.game.session import PERSON, Session
from workbench.seen.browsing import Browsing


def known(played: list[tuple[State, str]], seat: int | None) -> Viewpoint:
    """What a seat knows in the last of these positions."""
    point = Viewpoint(played[0][0].spec, seat)
    for state, move in played[:-1]:
        seen = state.observation(move, seat)
        if seen:
            point.observe(seen)
    return point


def everything(board: Board, point: Viewpoint) -> tuple[object, ...]:
    """All that the board shows and says of what a seat knows."""
    fields = point.fields
    spots = board.ground(fields).spots
    found: list[object] = [
        board.pieces(fields), board.panels(point.info, fields, ()), boards.expects(point), boards.text_board(point),
        [board.standing_on(fields, spot) for spot in spots], board.form(point), board.deduced(point),
        board.believed(point),
    ]  # fmt: skip
    if point.actor == point.seat:
        entry = entry_of(board, point)
        for move, path in entry.paths.items():
            found += [board.promise(point, move), board.foresee(point, move)]
            found += [board.lead(point, path[:n]) for n in range(1, len(path))]
        found += [board.refusal(point, (), spot) for spot in sorted(set(spots) - entry.open)]
        found.append(board.reveals(point, next(iter(entry.paths))))
    return tuple(found)


def handed(board: Board, point: Point, seat: int | None, turn: Sequence[Event], last: Sequence[Event]) -> list[object]:
    """All that the board makes of the events that the window hands it, of the turn and of the latest one."""
    info, fields = point.info, point.fields
    spots = board.ground(fields).spots
    return [
        board.pieces(fields, seat),
        board.last(fields, last),
        board.panels(info, fields, turn),
        [board.standing_on(fields, spot, seat) for spot in spots],
        [
            (boards.tell(info, event, seat), board.sound(event), board.truth(info, event), board.guess(event))
            for event in turn
        ],
        [(event.kind, event.where, event.values, board.pieces(event.fields, seat)) for event in turn],
        [[board.standing_on(event.fields, spot, seat) for spot in spots] for event in turn[-1:]],
        "" if seat is None else board.learned(info, seat, turn),
    ]


def test_nothing_that_is_shown_or_said_tells_what_is_covered(board: Board) -> None:
    """All cards that a seat does not see are laid otherwise, as it holds possible: it is shown and told the same."""
    compared = differ = played_on = 0
    for number in range(deep(10, 200)):
        spec = SPECS[number % len(SPECS)]
        played = walk(spec, 100 + number)
        played = played[: 2 + Stream(number, "length").below(len(played) - 1)]
        state, move = played[-1]
        if state.actor < 0:
            continue
        for seat in range(state.seats):
            worlds = [text for text, _ in known(played, seat).worlds(50_000) if text != state.text()]
            if not worlds:
                continue
            changed = fastcore.parse(f"{state.spec} {Stream(number, 'world', seat).choice(worlds)}")
            assert everything(board, state.viewpoint(seat)) == everything(board, changed.viewpoint(seat)), (
                f"{state} {changed} {seat}"
            )
            compared += 1
            differ += board.pieces(state.fields) != board.pieces(changed.fields)
            if (
                seat == number % state.seats
                and move in texts(changed)
                and changed.observation(move, seat) == state.observation(move, seat)
            ):
                sessions = [Session(one.spec, (PERSON,) * one.seats, 1, one.text()) for one in (state, changed)]
                for session in sessions:
                    session.play(move)
                seen, whole = [
                    [handed(board, one.viewpoint(seat), seat, Browsing(one).turn_events(seat),
                    Browsing(one).last_events(seat)) for one in sessions],
                    [handed(board, one.after(move), None, one.events(move), one.events(move)) for one in (state,
                    changed)],
                ]  # fmt: skip
                assert seen[0] == seen[1], f"{state} {changed} {seat} {move}"
                assert whole[0] != whole[1], "it would tell if the window handed more"
                played_on += 1
    assert played_on > deep(1, 20)
    assert compared > deep(15, 300) and differ == compared, "while whoever sees all would see something else"


def test_the_form_has_a_row_for_everybody_and_a_column_for_every_colour(board: Board) -> None:
    state = fastcore.parse(ACT)
    mine = board.form(state.viewpoint(1))
    assert mine is not None and mine.rows == ("seat 1", "you", "seat 3", "hidden")
    assert mine.columns == ("red 2", "yellow 3", "green 4", "blue 5", "cards")
    everybody = board.form(fastcore.start("herbalism(players=4)"))
    assert everybody is not None and everybody.rows == ("seat 1", "seat 2", "seat 3", "seat 4", "hidden")


def test_what_is_deduced_is_so_in_every_world(board: Board) -> None:
    """Counted anew, world by world, in positions of random games."""
    for number in range(deep(6, 60)):
        played = walk(SPECS[number % len(SPECS)], number)[: 10 + 6 * number % 60]
        state = played[-1][0]
        if state.actor < 0:
            continue
        point = known(played, number % state.seats)
        cells, worlds = board.deduced(point), point.worlds(50_000)
        assert len(cells) == state.seats + 1
        for row, line in enumerate(cells):
            hands = [([*text.split(" ")[1].split("/"), text.split(" ")[0]])[row].strip("-") for text, _ in worlds]
            assert line[-1] == str(len(hands[0]))
            for cell, letter in zip(line, COLOURS, strict=False):
                counts = Counter[int]()
                for hand, (_, chance) in zip(hands, worlds, strict=True):
                    counts[hand.count(letter)] += chance  # type: ignore[assignment]
                if len(counts) == 1:
                    assert cell == str(min(counts))
                    continue
                found = re.fullmatch(r"(\d)\u2013(\d) \((\d): ([\d.]+) %\)", cell)
                assert found is not None and (int(found[1]), int(found[2])) == (min(counts), max(counts)), cell
                assert (
                    abs(float(found[4]) / 100 - max(counts.values())) < 0.006
                    and counts[int(found[3])] > max(counts.values()) - 1e-9
                )
        weights = Counter[str]()
        for text, chance in worlds:
            weights[medicine_of(text.split(" ")[0])] += chance  # type: ignore[assignment]
        labels = {label.where: label.text for label in board.believed(point)}
        assert set(labels) == set(CARDS)
        for card, text in labels.items():
            assert abs(float(text.removesuffix(" %")) / 100 - weights[card]) < 0.006
            assert bool(weights[card]) or text == "0 %"


def test_what_a_move_would_tell_is_said_in_numbers(board: Board) -> None:
    point = fastcore.parse(KNOWN).viewpoint(0)
    said = board.reveals(point, "gb:inquire:2:b")
    assert said.startswith(
        "Seat 2 now holds 0 (7 %), 1 (53 %) or 2 (40 %) green. That should leave about 1 of the 3 ways the "
        "cards may lie."
    )
    assert board.reveals(point, "==:inquire:2:g").startswith(
        "With yours seat 2 will say 1 (7 %), 2 (53 %) or 3 (40 %) green."
    ), "as it is announced"
    assert board.reveals(point, "==:feed:2:g").startswith(
        "With yours seat 2 will hand back 1 (7 %), 2 (53 %) or 3 (40 %) green."
    )
    assert board.reveals(point, "yb:inquire:3:b").endswith("That tells you nothing new: the cards may lie in 3 ways.")
    assert board.reveals(fastcore.parse(KNOWN).viewpoint(1), "gb:inquire:2:b") == "", "of one's own moves alone"
    assert (
        board.believed(fastcore.start("herbalism").viewpoint(0))
        == ()
        == board.deduced(fastcore.start("herbalism").viewpoint(0))
    )


@pytest.mark.parametrize("spec", SPECS[3 : deep(4, 5)])
def test_as_many_ways_are_left_as_the_answers_leave_on_average(board: Board, spec: str) -> None:
    """Counted with the game's own observations in every world that is possible, choices
    of whoever is asked being even."""
    said = Counter[str]()
    for number in range(deep(1, 12)):
        played = walk(spec, number)
        cut = max(n for n, (state, _) in enumerate(played[: 12 + 5 * (number % 4)]) if state.phase == "act")
        played, state = played[: cut + 1], played[cut][0]
        point = known(played, state.actor)
        worlds = [(fastcore.parse(f"{point.spec} {text}"), chance) for text, chance in point.worlds(50_000)]
        asking = [text for text in map(point.move_text, point.moves()) if act(text).target >= 0]
        for move in asking[:: deep(7, 1)]:
            chances, allowed = Counter[str](), Counter[str]()
            for world, chance in worlds:
                seen, after = world.observation(move, state.actor), world.after(move)
                asked = texts(after) if after.phase == "give" else []
                found = Counter(f"{seen} {after.observation(given, state.actor)}" for given in asked) or Counter([seen])
                for answer, ways in found.items():
                    chances[answer] += chance * ways / found.total()  # type: ignore[assignment]
                    allowed[answer] += 1
            left = sum(chance * allowed[answer] for answer, chance in chances.items())
            told = re.search(r"leave about (\d+) of the (\d+) ways", board.reveals(point, move))
            assert (
                len(worlds) - left < 0.01 * len(worlds)
                if told is None
                else (abs(int(told[1]) - left) < 0.51 and int(told[2]) == len(worlds))
            ), move
            said[act(move).kind] += told is not None
    assert len(said) > 1 and said.total() >= 3
