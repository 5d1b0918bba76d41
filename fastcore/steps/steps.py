"""Steps: one history of a game, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index

import numpy as np
import numpy.typing as npt

from fastcore.state import State
from fastcore.steps.arrays import new_mask
from fastcore.steps.deals import Deals
from fastcore.steps.game import StepGame, step_game
from fastcore.steps.plans import Plan, ascending_moves, empty_plan, with_line
from fastcore.stream import Stream
from fastcore.values import CHANCE, OVER, IllegalMove

SIMULTANEOUS = -3  # the value of `actor` where several seats choose together


class Steps:
    """One history of a game. Copies are cheap and independent.

    Seats that choose in secret choose together: `actor` is SIMULTANEOUS, and each step is one choice of each seat in
    `acting`. A plan of several lines takes several steps, and a seat whose plan is complete has no legal action until
    all plans are. Nobody sees the choices of other seats before.

    Seats count from 0. `seat` None means everybody, that is, public information.

    Args:
        game: a StepGame, or a spec.
        state: the first position; by default the start of the game.

    Attributes:
        game: the StepGame.
        actor: the seat that decides, CHANCE, OVER or SIMULTANEOUS.
        acting: the seats that choose in this step; () at chance nodes and at the end.

    Raises:
        BadPosition: the spec is wrong.
        ValueError: `state` belongs to another spec.
    """

    __slots__ = ("_deals", "_moves", "_observed", "_plans", "_prefix", "_start", "_state", "acting", "actor", "game")

    def __init__(self, game: StepGame | str, state: State | None = None) -> None:
        self.game = step_game(game) if isinstance(game, str) else game
        self._start = self.game.state if state is None else state.copy()
        if self._start.spec != self.game.spec:
            raise ValueError(f"the position belongs to {self._start.spec}, not to {self.game.spec}")
        self._state = self._start.copy()
        self._moves: list[int] = []
        self._observed: dict[int | None, tuple[int, str, State]] = {}
        self._settle()

    def _settle(self) -> None:
        """Prepare the next step after a change of the position."""
        state = self._state
        self.actor: int = state.actor
        self.acting: tuple[int, ...] = (self.actor,) if self.actor >= 0 else ()
        self._plans: tuple[Plan | None, ...] = ()
        self._deals: Deals | None = None
        self._prefix = ""
        if self.actor == CHANCE:
            if self.game.symbols:
                self._deals = self.game.deals_at(state)
                self._prefix = self._deals.first
        elif self.actor >= 0 and self.game.secret:
            plans = tuple(empty_plan(state, seat) for seat in range(self.game.seats))
            if sum(plan is not None for plan in plans) > 1:
                self._set_plans(plans)
                self.actor = SIMULTANEOUS

    def _set_plans(self, plans: tuple[Plan | None, ...]) -> None:
        self._plans = plans
        self.acting = tuple([seat for seat, plan in enumerate(plans) if plan is not None and not plan.complete])

    # The position -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the position, with full information. It lacks secret choices and cards of an unfinished deal."""
        return self._state.copy()

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves and outcomes of the core that lead from the first position to `state`."""
        return tuple(self._moves)

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """For each seat, the lines that it has written in secret; () if seats do not choose together."""
        return tuple(plan.lines if plan is not None else () for plan in self._plans)

    @property
    def dealt(self) -> str:
        """The beginning of the text of an unfinished deal, or "" if no card of it is dealt."""
        return self._prefix if self._deals is not None and self._prefix != self._deals.first else ""

    @property
    def first(self) -> State:
        """A copy of the first position."""
        return self._start.copy()

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat in ascending order; [] if it does not choose in this step."""
        if self.actor == seat:
            return ascending_moves(self._state)
        plan = self._plan(seat)
        return [] if plan is None or plan.complete else ascending_moves(plan.state)

    def mask(self, seat: int, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """Return an int8 array of shape (actions,): 1 for the legal actions of a seat, else 0.

        Args:
            seat: the seat; all values are 0 if it does not choose in this step.
            out: an int8 array of that shape to write to, or None for a new one.
        """
        acts = seat in self.acting
        if out is None:
            return new_mask(self.seen(seat)) if acts else np.zeros(self.game.actions, np.int8)
        if acts:
            self.seen(seat).mask(out.view(np.bool_))
        else:
            out.fill(0)
        return out

    def chances(self) -> list[tuple[int, float]]:
        """Return (outcome, exact probability) of each outcome at a chance node; [] elsewhere."""
        if self._deals is None:
            return self._state.chances()
        symbols = self.game.symbols
        return [(symbols.index(text), share) for text, _, share in self._deals.choices(self._prefix)]

    def sample(self, stream: Stream) -> int:
        """Return a random outcome of chance, drawn from a Stream.

        Raises:
            ValueError: chance does not decide here.
        """
        if self._deals is None:
            return self._state.sample(stream)
        choices = self.chances()
        return choices[stream.pick([share for _, share in choices])][0]

    def draw(self, stream: Stream) -> None:
        """Let chance decide until a seat chooses or the game is over, with random numbers of a Stream."""
        while self.actor == CHANCE:
            if self._deals is None or self.dealt:
                self.play(self.sample(stream))
            else:
                self.play_outcome(self._state.sample(stream))  # the same as card by card, but faster

    def points(self) -> tuple[int, ...]:
        """Return the points of each seat so far, in the game's own units."""
        return self._state.points()

    def returns(self) -> tuple[float, ...]:
        """Return the result of each seat, in [-1, 1]: the results sum to 0. All are 0 before the end of the game."""
        return self._state.returns() if self.actor == OVER else (0.0,) * self.game.seats

    # Texts ------------------------------------------------------------------------------------------------------------

    def action_text(self, seat: int, action: int) -> str:
        """Return the text of an action of a seat, or of an outcome of CHANCE, legal or not.

        Raises:
            IllegalMove: there is no such action.
        """
        if seat != CHANCE:
            state = self.game.decision_state if self._state.actor == CHANCE else self._state
            try:
                return state.move_text(action)
            except IllegalMove as error:
                raise self._refusal(seat, error.move, error.reason) from None
        if self.game.symbols:
            if not 0 <= action < self.game.outcomes:
                raise self._refusal(None, str(action), f"outcomes are 0 to {self.game.outcomes - 1}")
            return self.game.symbols[action]
        return (self._state if self._state.actor == CHANCE else self.game.chance_state).move_text(action)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the legal action of a seat, or outcome of CHANCE, with this text.

        Raises:
            IllegalMove: there is none; its `reason` says why.
        """
        plan = self._plan(seat)
        if seat != self.actor and (plan is None or plan.complete):
            raise self._refusal(seat, text, "this seat does not choose now")
        if self._deals is None:
            try:
                return self.seen(seat).parse_move(text)
            except IllegalMove as error:
                raise self._refusal(seat, error.move, error.reason) from None
        if text not in [symbol for symbol, _, _ in self._deals.choices(self._prefix)]:
            raise self._refusal(None, text, "this card cannot be dealt now")
        return self.game.symbols.index(text)

    def observation(self, seat: int | None) -> str:
        """Return what a seat sees now: its view with its secret lines, and its cards of an unfinished deal."""
        return " ".join([self.seen(seat).view(seat), *self._unseen(seat)])

    def information_state(self, seat: int | None) -> str:
        """Return all that a seat has seen: its view of the first position, and its observation of every later move.

        Two histories have the same text if and only if the seat cannot distinguish them (perfect recall).
        """
        count, text, state = self._observed.get(seat, (0, "", self._start))
        if count < len(self._moves):
            state, parts = state.copy(), [text] if text else []
            for move in self._moves[count:]:
                if seen := state.observation(move, seat):
                    parts.append(seen)
                state.play(move)
            text = " ".join(parts)
            self._observed[seat] = (len(self._moves), text, state)
        return " ".join([f"{self._start.view(seat)} |", *([text] if text else []), *self.unfinished(seat)])

    def _unseen(self, seat: int | None) -> list[str]:
        """Return what the view of `seen` lacks: a seat's last line, or its cards of an unfinished deal."""
        plan = None if seat is None else self._plan(seat)
        unfinished = self.unfinished(seat)
        return unfinished if plan is None else unfinished[-1:] if plan.complete and plan.state.actor == seat else []

    def unfinished(self, seat: int | None) -> list[str]:
        """Return the texts of a seat's secret lines, or its cards of an unfinished deal."""
        if self.dealt:
            assert self._deals is not None
            return [self._state.observation(self._deals.example(self._prefix), seat)[: len(self._prefix)]]
        plan = None if seat is None else self._plan(seat)
        return [] if plan is None else [plan.state.move_text(line) for line in plan.lines]

    def seen(self, seat: int | None) -> State:
        """Return a position whose view and tensor for a seat are what this seat sees. Do not play on it.

        Its hidden parts may differ from the truth.
        """
        plan = None if seat is None else self._plan(seat)
        return self._state if plan is None else plan.state

    def _refusal(self, seat: int | None, move: str, reason: str) -> IllegalMove:
        """Return an error about a move. Agents may read its message, so it has only what the seat sees."""
        viewer = seat if seat is not None and 0 <= seat < self.game.seats else None
        return IllegalMove(move, f"{self.game.spec} {self.seen(viewer).view(viewer)}", reason)

    def _plan(self, seat: int) -> Plan | None:
        """Return the plan of a seat, or None if it has none or there is no such seat."""
        return self._plans[seat] if 0 <= seat < len(self._plans) else None

    def __str__(self) -> str:
        written = [f"{seat}:{self.action_text(seat, line)}" for seat, lines in enumerate(self.lines) for line in lines]
        return " ".join([self._state.situation, *written, *([self.dealt] if self.dealt else [])])

    def __repr__(self) -> str:
        return f"<Steps {self}>"

    # Steps ------------------------------------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Make a choice of the one seat that decides, or an outcome of chance.

        Raises:
            IllegalMove: it is not legal, or several seats choose together. Nothing has changed.
        """
        action = index(action)
        if self._plans:
            raise self._refusal(None, str(action), "several seats choose together here")
        if self._deals is None:
            try:
                self._state.play(action)
            except IllegalMove as error:
                raise self._refusal(self.actor, error.move, error.reason) from None
            self._moves.append(action)
            self._settle()
            return
        choices = {self.game.symbols.index(text): after for text, after, _ in self._deals.choices(self._prefix)}
        if action not in choices:
            raise self._refusal(None, str(action), "this card cannot be dealt now")
        self._prefix = choices[action]
        dealt = self._deals.outcome(self._prefix)
        if dealt is not None:
            self._state.play(dealt)
            self._moves.append(dealt)
            self._settle()

    def play_outcome(self, outcome: int) -> None:
        """Make an outcome of chance of the core: all cards of a deal in one step.

        Raises:
            IllegalMove: it is not possible, chance does not decide, or a card of the deal is already dealt.
        """
        if self.actor != CHANCE or self.dealt:
            raise self._refusal(None, str(outcome), "no chance event begins here")
        self._state.play(index(outcome))
        self._moves.append(outcome)
        self._settle()

    def play_together(self, actions: Mapping[int, int]) -> None:
        """Make the choices of all seats in `acting`.

        Args:
            actions: the action of each of these seats.

        Raises:
            IllegalMove: a choice is not legal. Nothing has changed.
            ValueError: the seats are not those in `acting`.
        """
        acting = self.acting
        if not self._plans or actions.keys() != set(acting):
            raise ValueError(f"actions must be for the seats {acting}")
        plans = list(self._plans)
        for seat in acting:
            plan = plans[seat]
            assert plan is not None
            try:
                plans[seat] = with_line(plan, seat, actions[seat])
            except IllegalMove as error:
                raise self._refusal(seat, error.move, error.reason) from None
        self._set_plans(tuple(plans))
        if not self.acting:
            self._reveal()

    def _reveal(self) -> None:
        """Make the moves of all plans."""
        state, moves = self._state, self._moves
        left = [iter(lines) for lines in self.lines]
        for _ in range(sum(map(len, self.lines))):
            move = next(left[state.actor])
            state.play(move)
            moves.append(move)
        self._settle()

    # Copies -----------------------------------------------------------------------------------------------------------

    def copy(self) -> Steps:
        """Return an independent copy."""
        other = object.__new__(Steps)
        other.game, other.actor, other.acting, other._start = self.game, self.actor, self.acting, self._start
        other._state, other._moves, other._observed = self._state.copy(), self._moves.copy(), self._observed.copy()
        other._plans, other._deals, other._prefix = self._plans, self._deals, self._prefix
        return other

    def __deepcopy__(self, memo: object) -> Steps:
        return self.copy()

    def _parts(self) -> tuple[str, str, tuple[int, ...], tuple[tuple[int, ...], ...], str]:
        """Return the spec, the first position, the moves, the secret lines of each seat and the beginning of a deal."""
        return self.game.spec, self._start.text(), self.moves, self.lines, self.dealt

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())
