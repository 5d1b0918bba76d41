"""The option --cluster of `match` and `tournament`: where the games are played, and by whom."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.shared.libraries import cluster_is_installed
from workbench.cli.shared.readers import InputError
from workbench.matches.archive.archive import Match
from workbench.matches.planning.plan import Schedule
from workbench.system.translation import tr, trn

if TYPE_CHECKING:
    from workbench.matches.cluster.addresses import Address
    from workbench.matches.cluster.tallies import Tally

MAX_LINES = 12  # workers that are listed one by one


def check_address(arguments: Namespace) -> None:
    """Check the options of a cluster before anything is written.

    Raises:
        InputError: They are invalid, or Dask is missing.
    """
    if arguments.cluster is None:
        if arguments.keys is not None:
            raise InputError(tr("--keys needs --cluster"))
        return
    if arguments.jobs is not None:
        raise InputError(tr("--jobs and --cluster exclude each other; workers are counted where they start"))
    _read(arguments)


def _read(arguments: Namespace) -> tuple[Address, Path | None]:
    if not cluster_is_installed():
        raise InputError(tr("--cluster needs Dask: install herbarium[cluster]"))
    from workbench.matches.cluster.addresses import AddressError, parse_address, security_of

    keys = Path(arguments.keys) if arguments.keys is not None else None
    try:
        address = parse_address(arguments.cluster, keys)
        security_of(address, keys)
    except AddressError as error:
        raise InputError(f"--cluster: {error}") from None
    return address, keys


class ClusterRun:
    """The workers of one run of a match.

    Args:
        arguments: The command line, checked.
        match: The match.
    """

    def __init__(self, arguments: Namespace, match: Match) -> None:
        from workbench.matches.cluster.connecting import courier_to
        from workbench.matches.cluster.tallies import Tallies

        address, keys = _read(arguments)
        self.tallies = Tallies(Schedule(match.plan))
        self.make_courier = courier_to(address, keys, match.plan, match.id, self.tallies)

    def lines(self) -> list[str]:
        """Return lines about the workers: the games, the speed, what was lost, and who is suspect."""
        workers = self.tallies.workers
        present = [worker for worker in workers if not worker.refused]
        lines = [
            trn("1 worker", "{count:,} workers", sum(not worker.left for worker in present))
            + tr("; {lost:,} blocks were lost and played again.", lost=self.tallies.lost)
        ]
        listed = sorted(present, key=lambda worker: -worker.games)[:MAX_LINES]
        lines += [self._line(worker, workers) for worker in listed]
        refusing = [worker for worker in workers if worker.refused and not worker.left]
        lines += [tr("  {name} does not play: {why}", name=one.name, why=one.refused) for one in refusing[:MAX_LINES]]
        return lines

    def _line(self, worker: Tally, workers: list[Tally]) -> str:
        from workbench.matches.cluster.tallies import suspicion

        speed = worker.games / worker.seconds if worker.seconds else 0.0
        text = tr("  {name}: {games:,} games, {speed:.2g} a second", name=worker.name, games=worker.games, speed=speed)
        if worker.scale > 1:
            text += tr(", {scale:.1f} times the time", scale=worker.scale)
        if worker.left:
            text += tr(", gone")
        why = suspicion(worker, [other for other in workers if other is not worker])
        return text + (tr("  SUSPECT: {why}", why=why) if why else "")

    def facts(self) -> dict[str, object]:
        """Return the same for `--json`."""
        from workbench.matches.cluster.tallies import suspicion

        workers = self.tallies.workers
        return {
            "lost": self.tallies.lost,
            "workers": [
                {
                    "name": one.name, "games": one.games, "crashes": one.crashes, "time_losses": one.time_losses,
                    "seconds": round(one.seconds, 3), "scale": one.scale, "refused": one.refused, "left": one.left,
                    "suspect": suspicion(one, [other for other in workers if other is not one]),
                }
                for one in workers
            ],
        }  # fmt: skip
