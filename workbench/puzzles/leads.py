"""Decisions that may become puzzles: from self-play, from records and archives, and from reviews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import bots
from bots.levels.ladders import NAMES
from fastcore import CHANCE, OVER, State, Stream, Viewpoint, parse, start
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.puzzles.finding import Lead
from workbench.puzzles.question import unit, viewpoint
from workbench.puzzles.schema import Source
from workbench.review.decisions import decisions
from workbench.review.judging import Judged, mistakes

PLAYERS = NAMES[1:3]  # the levels of self-play: strong enough for sensible positions, weak enough for mistakes
SKIPPED = 2  # about one in this many decisions of self-play becomes a lead
LONGEST = 4_000  # moves of a game of self-play
LAST_MOVES = 2  # number of last moves of a turn from which a turn with more moves is continued


class History(NamedTuple):
    """What a seat knew: a view, and what it observed after that. `point` is the result."""

    point: Viewpoint
    view: str
    observations: tuple[str, ...]


def condensed(spec: str, seat: int, view: str, observations: Sequence[str]) -> History:
    """Return the shortest history after which a seat knows the same.

    It begins with the latest chance event, such as a deal, that makes everything before it irrelevant.

    Args:
        spec: The game.
        seat: The seat.
        view: Its view at the start of the game.
        observations: All its observations.
    """
    final = viewpoint(spec, seat, view, observations)
    point = viewpoint(spec, seat, view)
    cuts: list[tuple[int, str]] = []
    for number, observation in enumerate(observations):
        if number and point.actor == CHANCE:
            cuts.append((number, point.text()))
        point.observe(observation, events=False)
    for number, begin in reversed(cuts):
        shorter = viewpoint(spec, seat, begin, observations[number:])
        if shorter == final and shorter.count() == final.count():
            return History(shorter, begin, tuple(observations[number:]))
    return History(final, view, tuple(observations))


# Self-play ------------------------------------------------------------------------------------------------------------


def self_play(spec: str, game: int, seed: int = 1, players: Sequence[str] = PLAYERS) -> Iterator[Lead]:
    """Yield some decisions of one game between bots. Game, seed and players determine them.

    Args:
        spec: The game with its options, or a whole situation.
        game: The number of the game.
        seed: The seed of all games.
        players: The bots that play.
    """
    state = parse(spec) if " " in spec else start(spec)
    chance, choice = Stream(seed, "puzzle chance", game), Stream(seed, "puzzle choice", game)
    begin = [state.view(seat) for seat in range(state.seats)]
    points = [state.viewpoint(seat) for seat in range(state.seats)]
    seen: list[list[str]] = [[] for _ in begin]
    # All seats play at the same level in even games, so that these stay open longer.
    names = [players[(game // 2 + seat * (game % 2)) % len(players)] for seat in range(state.seats)]
    minds = [bots.make(name, Stream(seed, "puzzle bot", game, seat).below(2**32), spec=state.spec)
             for seat, name in enumerate(names)]  # fmt: skip
    for mind in minds:
        mind.brief, mind.progress = True, False
    last = ("", -1)
    try:
        for _ in range(LONGEST):
            if state.actor == OVER:
                return
            seat = state.actor
            if seat >= 0 and _is_decision(state, last) and len(state.moves()) > 1 and not choice.below(SKIPPED):
                point = points[seat]
                if state.info.has.hidden:
                    history = condensed(state.spec, seat, begin[seat], seen[seat])
                else:
                    history = History(viewpoint(state.spec, seat, point.text()), point.text(), ())
                source = Source(origin="self-play", turn=max(0, state.turn))
                yield Lead(history.point, history.view, history.observations, source)
            if seat == CHANCE:
                move = state.move_text(state.sample(chance))
            else:
                last = _part(state)
                *_, report = minds[seat].think(points[seat])
                move = report.move
            for other, point in enumerate(points):
                text = state.observation(move, other)
                if text:
                    point.observe(text, events=False)
                    seen[other].append(text)
            state.play(move)
    finally:
        for mind in minds:
            mind.close()


def _part(state: State) -> tuple[str, int]:
    return (f"{state.phase}", state.turn * state.seats + state.actor)


def _is_decision(state: State, last: tuple[str, int]) -> bool:
    """Return whether an answer can begin here: anywhere in a turn, but only at the start of a plan."""
    return unit(state.info) != "plan" or _part(state) != last


# Records and reviews --------------------------------------------------------------------------------------------------


def own_seats(session: Session) -> tuple[int, ...]:
    """Return the seats of people; all seats if no person played."""
    people = tuple(seat for seat, player in enumerate(session.seats) if player == PERSON)
    return people or tuple(range(len(session.seats)))


def lead_at(
    session: Session, node: int, seat: int, source: Source, suggested: tuple[tuple[str, ...], ...] = ()
) -> Lead:
    """Return the decision of a seat at a node of a game."""
    point = session.document.viewpoint_at(node, seat)
    if not point.info.has.hidden:
        return Lead(viewpoint(point.spec, seat, point.text()), point.text(), (), source, suggested)
    begin = session.document.viewpoint_at(ROOT, seat)
    history = condensed(point.spec, seat, begin.text(), point.observations[len(begin.observations) :])
    return Lead(history.point, history.view, history.observations, source, suggested)


def review_leads(session: Session, judged: Sequence[Judged], name: str = "") -> Iterator[Lead]:
    """Yield the mistakes in a reviewed game, the largest first.

    Args:
        session: The game.
        judged: The judgements of its decisions.
        name: The name of the game, for people.
    """
    seats = own_seats(session)
    for mistake in mistakes(judged):
        if mistake.seat in seats and not mistake.forced and mistake.moves != mistake.judgement.best:
            source = Source(
                origin="review", game=name, date=session.created, turn=max(0, mistake.turn), played=mistake.moves
            )
            yield lead_at(session, mistake.node, mistake.seat, source, (mistake.judgement.best,))


def record_leads(session: Session, name: str = "") -> Iterator[Lead]:
    """Yield all decisions on the main line of a game, in order.

    Args:
        session: The game.
        name: The name of the game, for people.
    """
    nodes = session.document.tree.nodes
    for before, decided in decisions(session, session.document.main_line()):
        first = nodes[decided[0]]
        moves = tuple(nodes[node].move for node in decided)
        source = Source(origin="match", game=name, date=session.created, turn=max(0, first.turn), played=moves)
        yield lead_at(session, before, first.actor, source)
        if unit(session.document.point_at(ROOT).info) == "turn" and len(decided) > LAST_MOVES:
            node = decided[-LAST_MOVES - 1]  # the end of a long turn can be listed completely
            source = Source(
                origin="match", game=name, date=session.created, turn=max(0, first.turn), played=moves[-LAST_MOVES:]
            )
            yield lead_at(session, node, first.actor, source)
