"""The progress of a match, as a window shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:  # a window shows the progress before it imports what plays matches
    from workbench.bot_process.trust import Question
    from workbench.matches.archive.archive import Match
    from workbench.matches.workers.runner import RunResult

Stage = Literal["beginning", "playing", "ended"]


class Progress(NamedTuple):
    """The progress of a match.

    `number` is known before `match`. `done` counts the valid games of the match, out of `games`. `played` (valid
    games), `attempts` (including void ones) and `seconds` (without pauses) cover only this run. `fault` is the reason
    that the match could not begin or was aborted. `changed` marks a changed bot as the reason, and `refused` is the
    question about an untrusted bot.
    """

    stage: Stage
    number: int | None = None
    match: Match | None = None
    done: int = 0
    games: int = 0
    played: int = 0
    attempts: int = 0
    running: int = 0
    seconds: float = 0.0
    paused: bool = False
    finishing: bool = False
    outcome: RunResult | None = None
    fault: str = ""
    changed: bool = False
    refused: Question | None = None

    @property
    def seconds_left(self) -> float | None:
        """The estimated remaining seconds, or None before the first game of the run."""
        return (self.games - self.done) * self.seconds / self.played if self.played else None
