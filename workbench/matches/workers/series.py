"""The requests of a person to a series of matches, passed on to the match that runs."""

from __future__ import annotations

from workbench.matches.workers.runner import Runner


class MatchSeries:
    """A series of matches, such as a tournament or a calibration. It can be asked to end or pause.

    Attributes:
        runner: The runner of the current match, or None.
    """

    def __init__(self) -> None:
        self.runner: Runner | None = None
        self._request = ""

    def finish(self) -> None:
        """Start no more games and let the running ones end."""
        self._request = self._request or "finish"
        if self.runner is not None:
            self.runner.finish()

    def stop(self) -> None:
        """Abort the running games. A later run replays them."""
        self._request = "stop"
        if self.runner is not None:
            self.runner.stop()

    @property
    def finishing(self) -> bool:
        """Whether the running games are the last ones, by request."""
        return self._request == "finish"

    def pause(self) -> None:
        """Pause all games before their next decision."""
        if self.runner is not None:
            self.runner.pause()

    def resume(self) -> None:
        """Resume paused games."""
        if self.runner is not None:
            self.runner.resume()

    @property
    def pause_sent(self) -> bool:
        """Whether the workers have received the last pause or resume command."""
        return self.runner is None or self.runner.pause_sent
