"""What a session of an assistant may see: public information, the view of one seat, or everything."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import fastcore
from fastcore import CHANCE, OVER, GameInfo, Problem, State, Viewpoint
from workbench.boards.kit.fixes.specs import near_game
from workbench.positions import lists
from workbench.positions.fixes import FixableProblem, with_fixes
from workbench.positions.sketch import Sketch
from workbench.system.translation import tr

SECONDS = 5.0  # the usual budget of a call


class RequestError(ValueError):
    """Raised for a call that cannot be answered. The message is one line for the assistant."""


@dataclass(frozen=True)
class Access:
    """The rights of a session. They never change while it runs.

    Attributes:
        seat: The seat (from 0) whose view the session has, or None for public information.
        everything: Whether the session sees all hidden information. Then `seat` is None.
        seconds: The budget of a call.
    """

    seat: int | None = None
    everything: bool = False
    seconds: float = SECONDS

    @property
    def words(self) -> str:
        """What the session sees, as a sentence."""
        if self.everything:
            return tr("This session sees all hidden information.")
        if self.seat is None:
            return tr("This session sees only public information.")
        return tr("This session sees what seat {seat} sees.", seat=self.seat + 1)


class Request(NamedTuple):
    """A position as the session may see it, valid or not. `public` marks the view of nobody in particular."""

    sketch: Sketch
    public: bool = False

    @property
    def info(self) -> GameInfo:
        """The constants of the game."""
        return fastcore.info(self.sketch.spec.partition("(")[0])

    def problems(self) -> tuple[FixableProblem, ...]:
        """Return the problems of the position, with fixes where the reading allows them."""
        if not self.public:
            return self.sketch.problems()
        return tuple(with_fixes(problem, ()) for problem in self._public_problems())

    def _public_problems(self) -> list[Problem]:
        return fastcore.view_problems(self.sketch.situation, None)

    def point(self) -> State | Viewpoint:
        """Return the position: a state if the session sees all of it, or else a view.

        Raises:
            RequestError: The position is invalid.
        """
        problems = self.problems()
        if problems:
            first = problems[0]
            fix = tr("; to fix it: {words}", words=first.fixes[0].words) if first.fixes else ""
            raise RequestError(f"{first.field}: {first.reason}{fix}")
        if self.public:
            return Viewpoint.parse(self.sketch.situation, None)
        point = self.sketch.point()
        assert point is not None
        return point


def read(access: Access, text: str, seat: int | None = None) -> Request:
    """Return a position as the session may see it. A full text is reduced to the view of the session first.

    Args:
        access: The rights of the session.
        text: A spec for the start of a game, or a spec and a position text. ` @2` marks the view of seat 2; facts that
            the seat knows may follow.
        seat: The seat (from 1) whose view is requested; None for the usual one.

    Raises:
        RequestError: There is no such game, or the session may not see this view.
    """
    sketch = lists.parse_line(" ".join(text.split()), "").sketch
    check_game(sketch.spec)
    if not fastcore.info(sketch.spec.partition("(")[0]).has.covered:
        return Request(sketch.without_needless_seat())
    viewer = access.seat
    wanted = None if seat is None else seat - 1
    if access.everything:
        viewer = sketch.seat if wanted is None else wanted
        if sketch.seat not in (None, viewer):
            raise RequestError(tr("this text is the view of seat {seat}", seat=(sketch.seat or 0) + 1))
        if viewer is None:
            return Request(sketch)
    for asked in (wanted, sketch.seat):
        if asked not in (None, viewer):
            raise RequestError(refusal(access, asked or 0))
    if viewer is None:
        return Request(_reduced(sketch, None), public=True)
    return Request(_reduced(sketch, viewer))


def _reduced(sketch: Sketch, seat: int | None) -> Sketch:
    """Return a sketch as a seat sees it, or as everybody sees it for None.

    A text that is not a valid full position is taken as the view itself. Facts are kept.

    Raises:
        RequestError: The game has no such seat.
    """
    try:
        start = fastcore.start(sketch.spec)
    except fastcore.BadPosition as error:
        raise RequestError(f"{error.field}: {error.reason}") from None
    if seat is not None and seat >= start.seats:
        raise RequestError(
            tr("this game has {seats} seats, so there is no seat {seat}", seats=start.seats, seat=seat + 1)
        )
    if fastcore.problems(sketch.situation):
        return replace(sketch, seat=seat)
    return replace(sketch, text=fastcore.parse(sketch.situation).view(seat), seat=seat)


def refusal(access: Access, seat: int) -> str:
    """Return why a session does not show the view of another seat."""
    return f"{access.words} " + tr("It does not show the view of seat {seat}.", seat=seat + 1)


def check_game(spec: str) -> None:
    """Check that the game of a spec exists.

    Raises:
        RequestError: There is no such game.
    """
    name = spec.partition("(")[0]
    if name in fastcore.games():
        return
    near = near_game(name)
    raise RequestError(
        tr("there is no game {name!r}; the games are {games}", name=name[:40], games=", ".join(fastcore.games()))
        + (tr("; did you mean {near}?", near=near) if near else "")
    )


def decision(access: Access, text: str, seat: int | None = None) -> Viewpoint:
    """Return what the player to move knows in a position, or what everybody knows before a chance event.

    Raises:
        RequestError: The position is invalid, the game is over, or another seat decides.
    """
    request = read(access, text, seat)
    point = request.point()
    if point.actor == OVER:
        raise RequestError(tr("the game is over in this position"))
    if isinstance(point, State):
        viewer = max(point.actor, 0)
        if not point.info.has.covered:
            return point.viewpoint(viewer)
        request = Request(_reduced(request.sketch, viewer))
        point = request.point()
        assert isinstance(point, Viewpoint)
    if point.seat is None:
        raise RequestError(f"{access.words} " + tr("Only a session with --seat can examine decisions of this game."))
    if point.actor not in (point.seat, CHANCE):
        raise RequestError(
            tr(
                "seat {actor} decides here, and this is the view of seat {seat}",
                actor=point.actor + 1,
                seat=point.seat + 1,
            )
        )
    return point
