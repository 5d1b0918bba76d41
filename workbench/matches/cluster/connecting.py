"""The courier of a match to a cluster, from the address that a person types."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from distributed import Client

from bots import BotError
from bots.loading.sources import Source, read_file
from workbench.matches.cluster.addresses import Address
from workbench.matches.cluster.courier import DaskCourier
from workbench.matches.cluster.members import LocalCluster, connect
from workbench.matches.cluster.tallies import Tallies
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import sources_of, task_of
from workbench.matches.workers.courier import Courier, CourierLostError, MakeCourier


def courier_to(address: Address, keys: Path | None, plan: Plan, match: int, tallies: Tallies) -> MakeCourier:
    """Return a function that makes the courier of a match.

    Args:
        address: Where the workers are.
        keys: The folder with the keys, or None.
        plan: The plan with the versions of its bots.
        match: The number of the match.
        tallies: Counts what each worker has played.
    """

    def make() -> Courier:
        sources = sources_of(plan)
        first = task_of(plan, Schedule(plan), match, 0, 1, sources)
        cluster = LocalCluster(address.local) if address.local else None

        def open_connection() -> Client:
            return connect(address, keys) if cluster is None else cluster.connect()

        def keep_alive() -> None:
            if cluster is not None:
                cluster.keep_alive()

        def end() -> None:
            if cluster is not None:
                cluster.close()

        try:
            return DaskCourier(
                open_connection, keep_alive, end, plan, first, sources, _files(sources), tallies, bool(address.local)
            )
        except OSError as error:
            end()
            where = address.url or "this machine"
            raise CourierLostError(f"there is no scheduler at {where}, or it has other keys: {error}") from None

    return make


def _files(sources: tuple[Source | None, ...]) -> dict[str, bytes]:
    """Return the contents of the bots' Python files by their digests."""
    files = {}
    for source in sources:
        if source is not None and source.digest and not source.command:
            with suppress(BotError):  # it has changed since; no worker gets it
                files[source.digest] = read_file(source.path)
    return files
