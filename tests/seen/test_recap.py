"""Tests of the recap of the latest turns: its contents, its viewpoint and its last position."""

from __future__ import annotations

import pytest

import fastcore
from tests.conftest import deep
from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.seen.recap import NOTHING, Recap, recap_of

BID = "11/11/11/11/11/11/11/11/11/5w5/11 E2>,K1^,F3v,K11v 30,30 12w8b,12w8b 0,0 2 1 0 write:1:|"


def random_game(spec: str, moves: int, seed: int = 1, follows: int | None = None) -> Session:
    """Return a game after this many random decisions."""
    seats = fastcore.start(spec).seats
    session, stream = Session(spec, (PERSON,) * seats, seed), fastcore.Stream(seed, "account")
    decisions = 0
    while decisions < moves and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))
            decisions += 1
    if session.waits_for == "chance":
        session.draw_chance()
    return session


def frame_texts(recap: Recap) -> list[str]:
    return [frame.words for frame in recap.frames]


def test_recap_shows_placements_and_captures() -> None:
    session = Session("herd(size=3)", (PERSON, PERSON), 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")
    assert recap_of(session, ROOT, 0) == NOTHING
    session.play("b2")
    recap = recap_of(session, session.here, 0)
    assert frame_texts(recap) == ["Red places b2.", "Red captures c3."]
    assert recap.start["rows"] == "3/1rr1/1rbr1/2r1/3"
    assert [frame.fields["rows"] for frame in recap.frames] == ["3/1rr1/1rbr1/1rr1/3", "3/1rr1/1r1r1/1rr1/3"]
    assert recap.points == (5, 1) and [frame.points for frame in recap.frames] == [(5, 1), (6, 0)]
    assert [len(frame.events) for frame in recap.frames] == [1, 2] and {frame.turn for frame in recap.frames} == {9}


def test_recap_covers_previous_and_current_turn() -> None:
    session = Session("herd(size=3)", (PERSON, PERSON), 1)
    while session.point.turn < 4 or session.waits_for == "chance":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(session.state.moves()[0]))
    session.play(session.state.move_text(session.state.moves()[0]))
    recap = recap_of(session, session.here, 1)
    turns = [frame.turn for frame in recap.frames]
    assert sorted(turns) == turns and set(turns) == {3, 4}
    assert recap.frames[0].words.startswith("Red rolls") and recap.frames[0].seat == 0
    assert recap.frames[-1].words.startswith("Blue removes") and recap.frames[-1].seat == 1
    third = [frame for frame in recap.frames if frame.turn == 3]
    assert all(len(frame.events) >= number + 1 for number, frame in enumerate(third)), "the events of a turn accumulate"
    fourth = [frame for frame in recap.frames if frame.turn == 4]
    assert len(fourth[0].events) == 1, "the next turn starts with no events"
    # The recap of an earlier position ends with the events up to it.
    earlier = session.document.line()[len(session.document.line()) // 2]
    before = recap_of(session, earlier, 1)
    assert before.frames[-1].turn < 4 or earlier == session.here
    assert session.document.seen_step(earlier, 1).events[0] in before.frames[-1].events  # type: ignore[union-attr]


@pytest.mark.parametrize("spec", ["herd(size=3)", "forest", "herbs(ap=30,actions=2,rounds=3)", "herbalism"])
def test_recap_frames_are_complete_for_every_seat(spec: str) -> None:
    """No event that has a text is missing, and the last frame shows the seat's current view."""
    seats, board = fastcore.start(spec).seats, boards.find(fastcore.start(spec).info.id)
    for moves in range(1, deep(24, 120), 3):
        session = random_game(spec, moves, moves)
        for seat in (None, *range(seats)):
            recap = recap_of(session, session.here, seat)
            own = session.point.info.has.secrets
            seen = [event for step in session.seen_steps(seat) for event in step.events[own and step.actor == seat :]]
            lines = [
                text for text in (boards.describe_event(session.point.info, event, seat) for event in seen) if text
            ]
            assert frame_texts(recap) == lines[len(lines) - len(recap.frames) :], "no event is left out"
            for frame in recap.frames:
                assert frame.events[-1].fields == frame.fields
            if recap.frames:
                assert set(recap.start) == set(recap.frames[0].fields)
            if board is not None and recap.frames and seen[-1] == recap.frames[-1].events[-1]:
                assert board.pieces(recap.frames[-1].fields) == board.pieces(session.viewpoint(seat).fields)


def test_secret_plans_stay_hidden_until_revealed() -> None:
    session = Session("herbs(ap=30,actions=2,rounds=3)", (PERSON, PERSON), 1)
    for move in ("0M3", "0P3/22", "WhH7"):
        session.play(move)
    for knower in (0, 1):
        assert [frame.events[-1].kind for frame in recap_of(session, session.here, knower).frames] == ["locked"]
    session.play("2P3/6")
    assert [frame.events[-1].kind for frame in recap_of(session, session.here, 1).frames] == ["locked"]
    for move in ("2P1/5", "WhF8"):
        session.play(move)
    for viewer in (0, 1, None):
        kinds = [frame.events[-1].kind for frame in recap_of(session, session.here, viewer).frames]
        assert kinds[:3] == ["locked", "locked", "slot"] and kinds.count("slot") == 2 and kinds[-1] == "round"
    waves = [frame for frame in recap_of(session, session.here, 0).frames if frame.events[-1].kind == "move"]
    assert waves and waves[0].fields["herbs"] != recap_of(session, session.here, 0).start["herbs"]


def test_recap_parts_are_slots_or_turns() -> None:
    session = Session("herbs(ap=30,actions=2,rounds=3)", (PERSON, PERSON), 1)
    for move in ("0M3", "0P3/22", "WhH7", "2P3/6", "2P1/5", "WhF8"):
        session.play(move)
    recap = recap_of(session, session.here, 0)
    kinds = [frame.events[-1].kind for frame in recap.frames]
    assert [kinds[end] for end in recap.part_ends()[:-1]] == ["locked", "slot", "slot", "stones", "round"]
    assert recap.part_ends()[-1] == len(kinds) and NOTHING.part_ends() == (0,)
    herd = random_game("herd(size=3)", 9, 3)
    turns = [frame.turn for frame in recap_of(herd, herd.here, None).frames]
    ends = recap_of(herd, herd.here, None).part_ends()[1:-1]
    assert ends and all(turns[end] != turns[end - 1] for end in ends) and len(ends) + 1 == len(set(turns))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_revealed_moves_replace_hidden_moves(viewer: int | None) -> None:
    """Actions appear once they are executed, and bids once both are known."""
    session = Session("herbs(ap=30,actions=2,rounds=3)", (PERSON, PERSON), 1, BID)
    plans = (("0P1/1", "0TL", "WhA1"), ("2P1/1", "2TL", "WhB1"))
    info = session.point.info

    def revealed_text(seat: int, number: int = 0) -> str:
        """Return the text of the known part of a seat's hidden step."""
        steps = list(session.seen_steps(viewer))
        index = [n for n, step in enumerate(steps) if step.actor == seat and step.move.startswith("?")][number]
        return boards.describe_revealed(
            info, seat, [fact for step in steps[index:] for fact in step.move.split(";")[1:]]
        )

    covered = [seat for seat in (0, 1) if seat != viewer]
    for plan in plans:
        for move in plan:
            session.play(move)
    assert session.point.phase == "bid" and [revealed_text(seat) for seat in covered] == [
        f"{plans[seat][0]} ?" for seat in covered
    ]
    session.play("bid2")
    assert [revealed_text(seat, 1) for seat in covered if seat == 0] == [""] * (0 in covered)
    session.play("bid5")
    assert [revealed_text(seat) for seat in covered] == [" ".join(plans[seat]) for seat in covered]
    assert [revealed_text(seat, 1) for seat in covered] == [("bid2", "bid5")[seat] for seat in covered]


def test_recap_for_a_seat_shows_only_its_own_cards() -> None:
    session = random_game("herbalism", 12, 5)
    public = recap_of(session, session.here, None).frames
    for seat in range(3):
        own = recap_of(session, session.here, seat).frames
        assert own[0].seat in (seat, None), "the recap starts at the seat's last turn"
        both = {frame.turn for frame in own} & {frame.turn for frame in public}
        assert sum(frame.turn in both for frame in own) >= sum(frame.turn in both for frame in public) > 0
        for frame in own:
            hands = frame.fields["hands"].split("/") if "hands" in frame.fields else []
            for other_seat, hand in enumerate(hands):
                assert other_seat == seat or set(hand) <= {"?", "-"}, "other hands stay covered"


def test_recap_is_the_same_in_a_session_that_follows_the_seat() -> None:
    full = random_game("herbalism", 9, 2)
    followed = Session("herbalism", (PERSON,) * 3, 0, follows=1)
    for step in full.seen_steps(1):
        followed.play(step.move)
    assert frame_texts(recap_of(followed, followed.here, 1)) == frame_texts(recap_of(full, full.here, 1))
