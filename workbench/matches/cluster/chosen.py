"""The cluster that a person chose, checked without loading Dask unless it is needed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.matches.planning.plan import Plan
from workbench.matches.workers.background_match import BackgroundMatch
from workbench.system.translation import tr

if TYPE_CHECKING:
    from workbench.matches.archive.archive import Match
    from workbench.matches.cluster.choice import Cluster
    from workbench.matches.workers.courier import MakeCourier


def chosen_cluster(address: str, keys: str) -> Cluster | None:
    """Return the cluster at an address, or None for this machine.

    Args:
        address: Such as "tls://HOST:8786" or "local:4"; empty for this machine.
        keys: The folder with the keys, or "".

    Raises:
        ValueError: The address or the keys cannot be used, or Dask is missing.
    """
    if not address.strip():
        return None
    require_dask()
    from workbench.matches.cluster.choice import Cluster

    return Cluster(address.strip(), Path(keys.strip()).expanduser() if keys.strip() else None)


def require_dask() -> None:
    """Check that Dask is installed.

    Raises:
        ValueError: It is not.
    """
    if find_spec("distributed") is None:
        raise ValueError(tr("other machines need Dask: install herbarium[cluster]"))


def begin_match(
    path: Path, plan_or_number: Plan | int, jobs: int, more_blocks: int, address: str, keys: str
) -> tuple[BackgroundMatch, Cluster | None]:
    """Start a match in the background on a cluster or on this machine. If that is impossible, the match reports it.

    Args:
        path: The archive.
        plan_or_number: See `BackgroundMatch`.
        jobs: The number of games at a time on this machine; 0 for one for each core.
        more_blocks: See `BackgroundMatch`.
        address: See `chosen_cluster`.
        keys: See `chosen_cluster`.
    """
    cluster: Cluster | None = None
    problem: ValueError | None = None
    try:
        cluster = chosen_cluster(address, keys)
    except ValueError as error:
        problem = error

    def courier_for(match: Match) -> MakeCourier:
        if cluster is None:
            raise problem or ValueError
        return cluster.courier_for(match)

    here = cluster is None and problem is None
    return BackgroundMatch(path, plan_or_number, jobs or None, more_blocks, None if here else courier_for), cluster
