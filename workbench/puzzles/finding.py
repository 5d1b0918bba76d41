"""Finding puzzles: positions in which one decision is clearly best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from fastcore import Stream, Viewpoint
from workbench.puzzles.candidates import candidates, static_value
from workbench.puzzles.comparing import ACCEPTED_LOSS, CLEAR, Effort, compare, is_as_good, is_clear, usual_effort
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Answer, Difficulty, Proof, Puzzle, Source

MAX_ACCEPTED = 4  # answers that may be right
MAX_NEAR = 8  # answers whose static evaluation may be near the best; more are compared in vain
LEAST_REJECTED = 2  # answers that must be wrong
MAX_FACTS = 3  # wrong answers of which the facts are kept
SETTLED = 0.97  # positions with a better or worse value are decided already
MAX_SEED = 2**31


class Lead(NamedTuple):
    """A decision that may become a puzzle.

    Attributes:
        point: What the deciding seat knows.
        view: The view from which `observations` lead to the point.
        observations: What the seat observed after that view.
        source: Where the position comes from, with the moves that were played.
        suggested: Further answers to compare, such as the better one of a review.
    """

    point: Viewpoint
    view: str
    observations: tuple[str, ...]
    source: Source
    suggested: tuple[tuple[str, ...], ...] = ()


class Finder:
    """Finds puzzles among decisions. The result for a decision depends only on the decision, the effort and the seed.

    Args:
        effort: How carefully answers are compared; None for the usual effort of the game.
        seed: The seed of searches and comparisons.
        stopped: Called from time to time; True ends the work on a decision without a result.
        advise: Returns further answers to a question whose answers cannot be listed, such as that of a strong bot.

    Attributes:
        refused: How many decisions were no puzzle, by the reason.
    """

    def __init__(
        self, effort: Effort | None = None, seed: int = 1, stopped: Callable[[], bool] = lambda: False,
        advise: Callable[[Question], list[tuple[str, ...]]] = lambda question: [],
    ) -> None:  # fmt: skip
        self.effort, self.seed, self.stopped, self.advise = effort, seed, stopped, advise
        self.refused: Counter[str] = Counter()

    def puzzle(self, lead: Lead) -> Puzzle | None:
        """Return the puzzle of a decision, without a difficulty, or None if no answer is clearly best."""
        effort = self.effort or usual_effort(lead.point.info)
        if abs(lead.point.evaluate().values[lead.point.actor]) > SETTLED:
            return self._refuse("decided")
        question = Question(lead.point)
        suggested = [moves for moves in (lead.source.played, *lead.suggested) if moves and question.is_complete(moves)]
        pool = candidates(question, effort.pool, suggested, self.seed, effort.longest)
        if len(pool.answers) <= LEAST_REJECTED:
            return self._refuse("few answers")
        if question.unit == "turn" and not suggested:
            values = [static_value(question, turn) for turn in pool.answers]
            if sum(value > max(values) - ACCEPTED_LOSS for value in values) > MAX_NEAR:
                return self._refuse("no clear answer")
        stream = Stream(self.seed, "puzzle", lead.point.key)
        first_seed, seed = stream.below(MAX_SEED), stream.below(MAX_SEED)
        screened = compare(lead.point, pool.answers, effort, first_seed, effort.screen, self.stopped, facts=False)
        if self.stopped():
            return self._refuse("stopped")
        if abs(screened.value) > SETTLED:
            return self._refuse("decided")
        if effort.strict and not self._is_promising(screened.answers, effort.least):
            return self._refuse("no clear answer")
        kept = [answer.moves for answer in screened.answers[: effort.kept]]
        for answer in (*suggested[:1], *([] if pool.complete else self.advise(question))):
            if self._is_new(question, answer, kept):
                kept.append(answer)
        # Fresh luck: the answer that was luckiest in the first comparison has no advantage in this one.
        proof = compare(lead.point, kept, effort, seed, effort.trials, self.stopped)
        if self.stopped():
            return self._refuse("stopped")
        accepted, rejected = _split(proof.answers, effort)
        if not self._is_clear(accepted, rejected, lead.source.played, effort):
            return self._refuse("no clear answer")
        return Puzzle(
            spec=lead.point.spec,
            seat=question.seat,
            view=lead.view,
            observations=lead.observations,
            accepted=tuple(map(_without_facts, accepted)),
            rejected=tuple(
                answer if number < MAX_FACTS or answer.moves == lead.source.played else _without_facts(answer)
                for number, answer in enumerate(rejected)
            ),
            complete=pool.complete and len(accepted) + len(rejected) == len(pool.answers),
            proof=Proof(
                continuation=effort.continuation, trials=proof.trials, seed=seed, horizon=effort.horizon,
                value=proof.value,
            ),
            source=lead.source,
            difficulty=Difficulty(rating=1500.0, deviation=350.0),
            themes=themes(lead.point, proof.answers[0]),
        )  # fmt: skip

    def _refuse(self, why: str) -> Puzzle | None:
        self.refused[why] += 1
        return None

    def _is_promising(self, answers: tuple[Answer, ...], least: float) -> bool:
        """Return whether a proof may show a clear answer: few answers may be right, and the others lose enough."""
        near = [answer for answer in answers if answer.loss - answer.error < ACCEPTED_LOSS]
        far = [answer for answer in answers if answer.loss + answer.error >= least]
        grey = len(answers) - len({id(one) for one in (*near, *far)})
        return not grey and len([one for one in near if one not in far]) <= MAX_ACCEPTED and len(far) >= LEAST_REJECTED

    def _is_clear(
        self, accepted: list[Answer], rejected: list[Answer], played: tuple[str, ...], effort: Effort
    ) -> bool:
        """Return whether right and wrong answers are clearly different, and enough of them are wrong."""
        if not effort.strict:
            return any(answer.moves == played and is_clear(answer, effort.least) for answer in rejected)
        few = len(accepted) <= MAX_ACCEPTED and len(rejected) >= LEAST_REJECTED
        return few and all(is_clear(answer, effort.least) for answer in rejected)

    def _is_new(self, question: Question, answer: tuple[str, ...], known: list[tuple[str, ...]]) -> bool:
        ending = question.ending(answer)
        return all(question.ending(one) != ending for one in known)


def _split(answers: tuple[Answer, ...], effort: Effort) -> tuple[list[Answer], list[Answer]]:
    """Return the right and the wrong answers."""
    if effort.strict:
        accepted = [answer for answer in answers if is_as_good(answer)]
        return accepted, list(answers[len(accepted) :])
    right = [answer for answer in answers if not answer.error or answer.loss + CLEAR * answer.error < ACCEPTED_LOSS]
    return right, [answer for answer in answers if answer.loss - CLEAR * answer.error > ACCEPTED_LOSS]


def _without_facts(answer: Answer) -> Answer:
    return Answer(moves=answer.moves, loss=answer.loss, error=answer.error, better=answer.better, worse=answer.worse)


def themes(point: Viewpoint, answer: Answer) -> tuple[str, ...]:
    """Return the kinds of the events of the best answer's moves, in order, each once."""
    found: dict[str, None] = {}
    state = point.state
    if state is None:
        return tuple(event.kind for event in point.events(answer.moves[0]))[:1]
    state = state.copy()
    for move in answer.moves:
        for event in state.events(move):
            if event.kind not in ("turn", "over"):
                found.setdefault(event.kind)
        state.play(move)
    return tuple(found)
