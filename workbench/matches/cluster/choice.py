"""The cluster that a person has chosen for a match, and what its workers do, in words."""

from __future__ import annotations

from pathlib import Path

from workbench.matches.archive.archive import Match
from workbench.matches.cluster.addresses import parse_address, security_of
from workbench.matches.cluster.connecting import courier_to
from workbench.matches.cluster.tallies import Tallies, Tally, suspicion
from workbench.matches.planning.plan import Schedule
from workbench.matches.workers.courier import MakeCourier
from workbench.system.translation import tr, trn

MAX_LINES = 12  # workers that are listed one by one


class Cluster:
    """Where the games of a match are played, and by whom.

    Args:
        address: The address as a person typed it, such as "tls://HOST:8786" or "local:4".
        keys: The folder with the keys, or None.

    Raises:
        AddressError: The address is invalid, or a key file is missing.
    """

    def __init__(self, address: str, keys: Path | None) -> None:
        self.address, self.keys = parse_address(address, keys), keys
        security_of(self.address, keys)
        self.tallies: Tallies | None = None

    def courier_for(self, match: Match) -> MakeCourier:
        """Return a function that makes the courier of a match."""
        self.tallies = Tallies(Schedule(match.plan))
        return courier_to(self.address, self.keys, match.plan, match.id, self.tallies)

    def summary(self) -> str:
        """Return the number of workers, what was lost, and who is suspect, in one line."""
        if self.tallies is None:
            return ""
        workers = self.tallies.workers
        text = trn("1 worker", "{count:,} workers", sum(not one.left and not one.refused for one in workers))
        if self.tallies.lost:
            text += tr(", ") + trn(
                "1 block was lost and played again", "{count:,} blocks were lost and played again", self.tallies.lost
            )
        if refusing := sum(bool(one.refused) and not one.left for one in workers):
            text += tr(", ") + trn("1 does not play", "{count:,} do not play", refusing)
        if suspects := sum(bool(_suspicion(one, workers)) for one in workers):
            text += tr(", ") + trn("1 is suspect", "{count:,} are suspect", suspects)
        return text

    def lines(self) -> list[str]:
        """Return the summary, and a line for each of the first workers: its games, its speed and why it is suspect."""
        if self.tallies is None:
            return []
        workers = self.tallies.workers
        listed = sorted((one for one in workers if not one.refused), key=lambda one: -one.games)[:MAX_LINES]
        refusing = [one for one in workers if one.refused and not one.left][:MAX_LINES]
        return [
            tr("{summary}.", summary=self.summary()),
            *(_line(one, workers) for one in listed),
            *(tr("{name} does not play: {why}", name=one.name, why=one.refused) for one in refusing),
        ]

    def facts(self) -> dict[str, object]:
        """Return the same as plain data, for other programs."""
        if self.tallies is None:
            return {"lost": 0, "workers": []}
        workers = self.tallies.workers
        return {
            "lost": self.tallies.lost,
            "workers": [
                {
                    "name": one.name, "games": one.games, "crashes": one.crashes, "time_losses": one.time_losses,
                    "seconds": round(one.seconds, 3), "scale": one.scale, "refused": one.refused, "left": one.left,
                    "suspect": _suspicion(one, workers),
                }
                for one in workers
            ],
        }  # fmt: skip


def _suspicion(worker: Tally, workers: list[Tally]) -> str:
    return suspicion(worker, [other for other in workers if other is not worker])


def _line(worker: Tally, workers: list[Tally]) -> str:
    speed = worker.games / worker.seconds if worker.seconds else 0.0
    text = tr("{name}: {games:,} games, {speed:.2g} a second", name=worker.name, games=worker.games, speed=speed)
    if worker.scale > 1:
        text += tr(", {scale:.1f} times the time limit", scale=worker.scale)
    if worker.left:
        text += tr(", disconnected")
    why = _suspicion(worker, workers)
    return text + (tr(" – suspect: {why}", why=why) if why else "")
