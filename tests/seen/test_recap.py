"""The account of the latest turns: what it holds, as whom, and that it ends where the game stands."""

from __future__ import annotations

import pytest

import fastcore
from tests.conftest import deep
from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.seen.recap import NOTHING, Recap, recap_of

BID = "11/11/11/11/11/11/11/11/11/5w5/11 E2>,K1^,F3v,K11v 30,30 12w8b,12w8b 0,0 2 1 0 write:1:|"


def played(spec: str, moves: int, seed: int = 1, follows: int | None = None) -> Session:
    """A game in which so many decisions were made at random."""
    seats = fastcore.start(spec).seats
    session, stream = Session(spec, (PERSON,) * seats, seed), fastcore.Stream(seed, "account")
    made = 0
    while made < moves and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))
            made += 1
    if session.waits_for == "chance":
        session.draw_chance()
    return session


def told(found: Recap) -> list[str]:
    return [frame.words for frame in found.frames]


def test_a_turn_with_dice_removals_placings_and_captures() -> None:
    session = Session("herd(size=3)", (PERSON, PERSON), 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")
    assert recap_of(session, ROOT, 0) == NOTHING
    session.play("b2")
    found = recap_of(session, session.here, 0)
    assert told(found) == ["Red places b2.", "Red captures c3."]
    assert found.start["rows"] == "3/1rr1/1rbr1/2r1/3"
    assert [frame.fields["rows"] for frame in found.frames] == ["3/1rr1/1rbr1/1rr1/3", "3/1rr1/1r1r1/1rr1/3"]
    assert found.points == (5, 1) and [frame.points for frame in found.frames] == [(5, 1), (6, 0)]
    assert [len(frame.events) for frame in found.frames] == [1, 2] and {frame.turn for frame in found.frames} == {9}


def test_the_turn_before_and_what_was_done_in_this_one() -> None:
    session = Session("herd(size=3)", (PERSON, PERSON), 1)
    while session.point.turn < 4 or session.waits_for == "chance":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(session.state.moves()[0]))
    session.play(session.state.move_text(session.state.moves()[0]))
    found = recap_of(session, session.here, 1)
    turns = [frame.turn for frame in found.frames]
    assert sorted(turns) == turns and set(turns) == {3, 4}
    assert found.frames[0].words.startswith("Red rolls") and found.frames[0].seat == 0
    assert found.frames[-1].words.startswith("Blue removes") and found.frames[-1].seat == 1
    third = [frame for frame in found.frames if frame.turn == 3]
    assert all(len(frame.events) >= number + 1 for number, frame in enumerate(third)), "a turn's events add up"
    fourth = [frame for frame in found.frames if frame.turn == 4]
    assert len(fourth[0].events) == 1, "and begin anew with the next one"
    # looking back tells what had happened by then
    earlier = session.document.line()[len(session.document.line()) // 2]
    before = recap_of(session, earlier, 1)
    assert before.frames[-1].turn < 4 or earlier == session.here
    assert session.document.seen_at(earlier, 1).events[0] in before.frames[-1].events  # type: ignore[union-attr]


@pytest.mark.parametrize("spec", ["herd(size=3)", "forest", "herbs(ap=30,actions=2,rounds=3)", "herbalism"])
def test_every_account_begins_and_ends_right(spec: str) -> None:
    """For every seat, after any number of moves: turns follow each other, each frame is told, the last one is how the
    seat sees the board by now (but for what is not told)."""
    seats, board = fastcore.start(spec).seats, boards.find(fastcore.start(spec).info.id)
    for moves in range(1, deep(24, 120), 3):
        session = played(spec, moves, moves)
        for seat in (None, *range(seats)):
            found = recap_of(session, session.here, seat)
            own = session.point.info.has.secrets
            seen = [event for step in session.seen(seat) for event in step.events[own and step.actor == seat :]]
            lines = [text for text in (boards.tell(session.point.info, event, seat) for event in seen) if text]
            assert told(found) == lines[len(lines) - len(found.frames) :], "nothing is left out in between"
            for frame in found.frames:
                assert frame.events[-1].fields == frame.fields
            if found.frames:
                assert set(found.start) == set(found.frames[0].fields)
            if board is not None and found.frames and seen[-1] == found.frames[-1].events[-1]:
                assert board.pieces(found.frames[-1].fields) == board.pieces(session.viewpoint(seat).fields)


def test_what_a_seat_writes_in_secret_is_not_told_before_it_comes_to_light() -> None:
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


def test_parts_of_a_round_are_its_slots_and_parts_elsewhere_are_turns() -> None:
    session = Session("herbs(ap=30,actions=2,rounds=3)", (PERSON, PERSON), 1)
    for move in ("0M3", "0P3/22", "WhH7", "2P3/6", "2P1/5", "WhF8"):
        session.play(move)
    found = recap_of(session, session.here, 0)
    kinds = [frame.events[-1].kind for frame in found.frames]
    assert [kinds[end] for end in found.parts()[:-1]] == ["locked", "slot", "slot", "stones", "round"]
    assert found.parts()[-1] == len(kinds) and NOTHING.parts() == (0,)
    herd = played("herd(size=3)", 9, 3)
    turns = [frame.turn for frame in recap_of(herd, herd.here, None).frames]
    ends = recap_of(herd, herd.here, None).parts()[1:-1]
    assert ends and all(turns[end] != turns[end - 1] for end in ends) and len(ends) + 1 == len(set(turns))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_came_to_light_is_told_in_the_place_of_what_was_covered(viewer: int | None) -> None:
    """In the middle of a round only what has been carried out, and a bid once both are known."""
    session = Session("herbs(ap=30,actions=2,rounds=3)", (PERSON, PERSON), 1, BID)
    plans = (("0P1/1", "0TL", "WhA1"), ("2P1/1", "2TL", "WhB1"))
    info = session.point.info

    def told(seat: int, number: int = 0) -> str:
        """What is known of a covered step of a seat."""
        steps = list(session.seen(viewer))
        at = [n for n, step in enumerate(steps) if step.actor == seat and step.move.startswith("?")][number]
        return boards.revealed(info, seat, [fact for step in steps[at:] for fact in step.move.split(";")[1:]])

    covered = [seat for seat in (0, 1) if seat != viewer]
    for plan in plans:
        for move in plan:
            session.play(move)
    assert session.point.phase == "bid" and [told(seat) for seat in covered] == [
        f"{plans[seat][0]} ?" for seat in covered
    ]
    session.play("bid2")
    assert [told(seat, 1) for seat in covered if seat == 0] == [""] * (0 in covered)
    session.play("bid5")
    assert [told(seat) for seat in covered] == [" ".join(plans[seat]) for seat in covered]
    assert [told(seat, 1) for seat in covered] == [("bid2", "bid5")[seat] for seat in covered]


def test_a_seat_hears_of_its_own_cards_and_of_nobody_elses() -> None:
    session = played("herbalism", 12, 5)
    public = recap_of(session, session.here, None).frames
    for seat in range(3):
        own = recap_of(session, session.here, seat).frames
        assert own[0].seat in (seat, None), "from one's own last turn on"
        both = {frame.turn for frame in own} & {frame.turn for frame in public}
        assert sum(frame.turn in both for frame in own) >= sum(frame.turn in both for frame in public) > 0
        for frame in own:
            hands = frame.fields["hands"].split("/") if "hands" in frame.fields else []
            for other, hand in enumerate(hands):
                assert other == seat or set(hand) <= {"?", "-"}, "other hands stay covered"


def test_a_session_that_follows_one_seat() -> None:
    whole = played("herbalism", 9, 2)
    alone = Session("herbalism", (PERSON,) * 3, 0, follows=1)
    for step in whole.seen(1):
        alone.play(step.move)
    assert told(recap_of(alone, alone.here, 1)) == told(recap_of(whole, whole.here, 1))
