"""Tests of Herbalism's record form, and that the board does not leak hidden cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

import fastcore
from fastcore import Event, State, Stream, Viewpoint
from tests.boards.test_lessons import move_texts
from tests.conftest import deep
from tests.games.herbalism.positions import ACT, CURE_KNOWN, SPECS, make_entry, random_game
from workbench import boards
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, medicine_of, parse_move
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.game.session import PERSON, Session
from workbench.seen.browsing import Browsing


def viewpoint_after(played: list[tuple[State, str]], seat: int | None) -> Viewpoint:
    """Return a seat's viewpoint in the last of these positions."""
    point = Viewpoint(played[0][0].spec, seat)
    for state, move in played[:-1]:
        seen = state.observation(move, seat)
        if seen:
            point.observe(seen)
    return point


def board_output(board: Board, point: Viewpoint) -> tuple[object, ...]:
    """Return everything that the board shows for a viewpoint."""
    fields = point.fields
    spots = board.ground(fields).spots
    output: list[object] = [
        board.pieces(fields), board.panels(point.info, fields, ()), boards.prompt(point), boards.text_board(point),
        [board.describe_spot(fields, spot) for spot in spots], board.form(point), board.form_texts(point),
        board.belief_labels(point),
    ]  # fmt: skip
    if point.actor == point.seat:
        entry = make_entry(board, point)
        for move, path in entry.paths.items():
            output += [board.move_effect(point, move), board.effect_marks(point, move)]
            output += [board.next_prompt(point, path[:n]) for n in range(1, len(path))]
        output += [board.refusal(point, (), spot) for spot in sorted(set(spots) - entry.next_spots)]
        output.append(board.expected_information(point, next(iter(entry.paths))))
    return tuple(output)


def event_output(
    board: Board, point: Point, seat: int | None, turn: Sequence[Event], last: Sequence[Event]
) -> list[object]:
    """Return everything that the board produces from the events of the turn and of the last move."""
    info, fields = point.info, point.fields
    spots = board.ground(fields).spots
    return [
        board.pieces(fields, seat),
        board.last_turn_marks(fields, last),
        board.panels(info, fields, turn),
        [board.describe_spot(fields, spot, seat) for spot in spots],
        [
            (boards.describe_event(info, event, seat), board.sound(event), board.truth(info, event), board.guess(event))
            for event in turn
        ],
        [(event.kind, event.where, event.values, board.pieces(event.fields, seat)) for event in turn],
        [[board.describe_spot(event.fields, spot, seat) for spot in spots] for event in turn[-1:]],
        "" if seat is None else board.describe_learned(info, seat, turn),
    ]


def test_board_output_does_not_leak_hidden_cards(board: Board) -> None:
    """The output for a seat stays the same if the hidden cards are replaced by another possible world."""
    compared = differ = played_on = 0
    for number in range(deep(10, 200)):
        spec = SPECS[number % len(SPECS)]
        played = random_game(spec, 100 + number)
        played = played[: 2 + Stream(number, "length").below(len(played) - 1)]
        state, move = played[-1]
        if state.actor < 0:
            continue
        for seat in range(state.seats):
            worlds = [text for text, _ in viewpoint_after(played, seat).worlds(50_000) if text != state.text()]
            if not worlds:
                continue
            changed = fastcore.parse(f"{state.spec} {Stream(number, 'world', seat).choice(worlds)}")
            assert board_output(board, state.viewpoint(seat)) == board_output(board, changed.viewpoint(seat)), (
                f"{state} {changed} {seat}"
            )
            compared += 1
            differ += board.pieces(state.fields) != board.pieces(changed.fields)
            if (
                seat == number % state.seats
                and move in move_texts(changed)
                and changed.observation(move, seat) == state.observation(move, seat)
            ):
                sessions = [
                    Session(position.spec, (PERSON,) * position.seats, 1, position.text())
                    for position in (state, changed)
                ]
                for session in sessions:
                    session.play(move)
                seat_outputs, full_outputs = [
                    [event_output(board, session.viewpoint(seat), seat, Browsing(session).turn_events(seat),
                    Browsing(session).last_events(seat)) for session in sessions],
                    [event_output(board, position.after(move), None, position.events(move), position.events(move))
                    for position in (state, changed)],
                ]  # fmt: skip
                assert seat_outputs[0] == seat_outputs[1], f"{state} {changed} {seat} {move}"
                assert full_outputs[0] != full_outputs[1], "it would tell if the window handed more"
                played_on += 1
    assert played_on > deep(1, 20)
    assert compared > deep(15, 300) and differ == compared, "while whoever sees all would see something else"


def test_form_has_rows_for_seats_and_columns_for_colours(board: Board) -> None:
    state = fastcore.parse(ACT)
    own_form = board.form(state.viewpoint(1))
    assert own_form is not None and own_form.rows == ("seat 1", "you", "seat 3", "hidden")
    assert own_form.columns == ("red 2", "yellow 3", "green 4", "blue 5", "cards")
    everybody = board.form(fastcore.start("herbalism(players=4)"))
    assert everybody is not None and everybody.rows == ("seat 1", "seat 2", "seat 3", "seat 4", "hidden")


def test_deductions_match_all_worlds(board: Board) -> None:
    """Count cards world by world in positions of random games."""
    for number in range(deep(6, 60)):
        played = random_game(SPECS[number % len(SPECS)], number)[: 10 + 6 * number % 60]
        state = played[-1][0]
        if state.actor < 0:
            continue
        point = viewpoint_after(played, number % state.seats)
        cells, worlds = board.form_texts(point), point.worlds(50_000)
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
                match = re.fullmatch(r"(\d)\u2013(\d) \((\d): ([\d.]+) %\)", cell)
                assert match is not None and (int(match[1]), int(match[2])) == (min(counts), max(counts)), cell
                assert (
                    abs(float(match[4]) / 100 - max(counts.values())) < 0.006
                    and counts[int(match[3])] > max(counts.values()) - 1e-9
                )
        weights = Counter[str]()
        for text, chance in worlds:
            weights[medicine_of(text.split(" ")[0])] += chance  # type: ignore[assignment]
        labels = {label.where: label.text for label in board.belief_labels(point)}
        assert set(labels) == set(CARDS)
        for card, text in labels.items():
            assert abs(float(text.removesuffix(" %")) / 100 - weights[card]) < 0.006
            assert bool(weights[card]) or text == "0 %"


def test_expected_information_of_a_move_is_shown(board: Board) -> None:
    point = fastcore.parse(CURE_KNOWN).viewpoint(0)
    message = board.expected_information(point, "gb:inquire:2:b")
    assert message.startswith(
        "Seat 2 now holds 0 (7 %), 1 (53 %) or 2 (40 %) green. This should leave about 1 of 3 possible deals."
    )
    assert board.expected_information(point, "==:inquire:2:g").startswith(
        "Including your card, seat 2 will say 1 (7 %), 2 (53 %) or 3 (40 %) green."
    ), "as it is announced"
    assert board.expected_information(point, "==:feed:2:g").startswith(
        "Including your card, seat 2 will hand you 1 (7 %), 2 (53 %) or 3 (40 %) green."
    )
    assert board.expected_information(point, "yb:inquire:3:b").endswith(
        "You learn nothing new: 3 deals remain possible."
    )
    assert board.expected_information(fastcore.parse(CURE_KNOWN).viewpoint(1), "gb:inquire:2:b") == "", (
        "of one's own moves alone"
    )
    assert (
        board.belief_labels(fastcore.start("herbalism").viewpoint(0))
        == ()
        == board.form_texts(fastcore.start("herbalism").viewpoint(0))
    )


@pytest.mark.parametrize("spec", SPECS[3 : deep(4, 5)])
def test_expected_remaining_worlds_match_brute_force(board: Board, spec: str) -> None:
    """Count with the game's observations in every possible world; the asked seat chooses uniformly."""
    reports = Counter[str]()
    for number in range(deep(1, 12)):
        played = random_game(spec, number)
        cut = max(n for n, (state, _) in enumerate(played[: 12 + 5 * (number % 4)]) if state.phase == "act")
        played, state = played[: cut + 1], played[cut][0]
        point = viewpoint_after(played, state.actor)
        worlds = [(fastcore.parse(f"{point.spec} {text}"), chance) for text, chance in point.worlds(50_000)]
        asking = [text for text in map(point.move_text, point.moves()) if parse_move(text).target >= 0]
        for move in asking[:: deep(7, 1)]:
            chances, allowed = Counter[str](), Counter[str]()
            for world, chance in worlds:
                seen, after = world.observation(move, state.actor), world.after(move)
                given_moves = move_texts(after) if after.phase == "give" else []
                answers = Counter(
                    f"{seen} {after.observation(given, state.actor)}" for given in given_moves
                ) or Counter([seen])
                for answer, count in answers.items():
                    chances[answer] += chance * count / answers.total()  # type: ignore[assignment]
                    allowed[answer] += 1
            left = sum(chance * allowed[answer] for answer, chance in chances.items())
            match = re.search(r"leave about (\d+) of (\d+) possible deals", board.expected_information(point, move))
            assert (
                len(worlds) - left < 0.01 * len(worlds)
                if match is None
                else (abs(int(match[1]) - left) < 0.51 and int(match[2]) == len(worlds))
            ), move
            reports[parse_move(move).kind] += match is not None
    assert len(reports) > 1 and reports.total() >= 3
