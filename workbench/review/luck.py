"""Luck beside a review: the luck of the dice, and the split of the game into luck, skill and drift."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from weakref import WeakKeyDictionary

from workbench.game.document import GameDocument
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.luck.judges import Judge, StaticJudge, Values, judge_for
from workbench.luck.split import Decision, GameLuck, chance_lucks, split
from workbench.review.judging import Judged
from workbench.system.translation import tr

_known: WeakKeyDictionary[GameDocument, tuple[tuple[str, ...], dict[int, Values]]] = WeakKeyDictionary()


def lucks(session: Session) -> dict[int, Values]:
    """Return the luck of the dice for each seat, by the node after each roll, along the main line.

    The static evaluation measures it in a few milliseconds. The result is empty if the game has no chance or hides
    something: the static evaluation does not see hidden cards.
    """
    info, document = session.point.info, session.document
    if session.follows is not None or info.has.covered or not info.has.chance:
        return {}
    line = document.main_line()
    moves = tuple(document.tree.nodes[node].move for node in line)
    known = _known.get(document)
    if known is None or known[0] != moves:
        found = chance_lucks(document.state_at(ROOT), moves, StaticJudge())
        known = _known[document] = moves, found
    return {line[number]: luck for number, luck in known[1].items()}


def total_lucks(session: Session) -> Values | None:
    """Return the luck of each seat with the dice over the main line; None where no dice were rolled."""
    found = lucks(session)
    return tuple(map(fsum, zip(*found.values(), strict=True))) if found else None


def total_luck(session: Session, seat: int) -> float | None:
    """Return the luck of a seat with the dice over the main line; None where no dice were rolled."""
    found = total_lucks(session)
    return None if found is None else found[seat]


def luck_before(session: Session, decision: Judged) -> float | None:
    """Return the luck of the roll right before a decision for the seat that decided; None if there was no roll."""
    values = lucks(session).get(decision.node)
    return None if values is None else values[decision.seat]


def prepare_split(
    session: Session, judged: Sequence[Judged] = (), simulations: int = 0, judge: Judge | None = None
) -> Callable[[], GameLuck]:
    """Return a function that splits the main line into luck, skill and drift.

    Preparing is cheap. The function takes from some milliseconds to a minute and may run on any thread.

    Args:
        session: The game.
        judged: The decisions of a review, which give the skill. Without them, the judge of positions also judges moves
            (see `split`).
        simulations: The simulations for each position; 0 for the static evaluation (see `judge_for`).
        judge: The judge of positions, in place of the one for these simulations.

    Returns:
        The function. It raises ValueError if the game is not finished, or if a position was set up by hand in it.

    Raises:
        ValueError: The session follows one seat.
    """
    if session.follows is not None:
        raise ValueError(tr("one player's view has no luck, because it lacks what other players knew"))
    document = session.document
    start, line = document.state_at(ROOT).copy(), document.main_line()
    moves = tuple(document.tree.nodes[node].move for node in line)
    stored = document.tree.head.result
    returns = None if stored is None or not stored.returns else stored.returns
    numbers = {node: number for number, node in enumerate(line)}
    decisions = [decision_of(one, numbers) for one in judged if all(node in numbers for node in one.decided)]
    positions = judge_for(session.spec, simulations) if judge is None else judge
    return lambda: split(start, moves, positions, returns, decisions)


def decision_of(judged: Judged, numbers: dict[int, int]) -> Decision:
    """Return a judged decision as `split` takes it. `numbers` has the index of each node in the line."""
    judgement = judged.judgement
    better = " ".join(judgement.best) if judged.loss > 0 else ""
    first, last = numbers[judged.decided[0]], numbers[judged.decided[-1]]
    return Decision(first, last, judged.seat, max(judgement.best_value, judgement.value), judgement.value, better)
