"""The options --cluster and --keys of `match` and `tournament`."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from workbench.cli.shared.readers import InputError
from workbench.matches.cluster.chosen import chosen_cluster
from workbench.system.translation import tr

if TYPE_CHECKING:
    from workbench.matches.cluster.choice import Cluster


def cluster_of(arguments: Namespace) -> Cluster | None:
    """Return the cluster that the options name, or None for this machine.

    Raises:
        InputError: The options are invalid, or Dask is missing.
    """
    if arguments.cluster is None:
        if arguments.keys is not None:
            raise InputError(tr("--keys needs --cluster"))
        return None
    if arguments.jobs is not None:
        raise InputError(tr("give --jobs or --cluster, not both; set --jobs for herbarium worker"))
    try:
        return chosen_cluster(arguments.cluster, arguments.keys or "")
    except ValueError as error:
        raise InputError(f"--cluster: {error}") from None
