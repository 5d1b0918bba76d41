"""`herbarium worker`: plays blocks of games for matches that run on other machines."""

from __future__ import annotations

import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from workbench.cli.shared.readers import InputError, whole_number
from workbench.matches.cluster.chosen import require_dask
from workbench.system.cores import available
from workbench.system.translation import tr, trn

if TYPE_CHECKING:
    from workbench.matches.cluster.members import Members

LOOK_SECONDS = 0.5  # between two looks at the processes
NOTE_SECONDS = 30.0  # between two messages about a missing scheduler


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("address", nargs="?", metavar="ADDRESS", help=tr("the scheduler, such as tls://HOST:8786"))
    parser.add_argument("--keys", metavar="FOLDER", help=tr("the folder with the keys of the cluster"))
    parser.add_argument(
        "--jobs", type=whole_number(1, 4096), metavar="N", help=tr("games at a time; default: the number of cores")
    )
    parser.add_argument("--name", default="", metavar="NAME", help=tr("this machine's name in the leader's table"))
    parser.add_argument(
        "--accept-bots",
        action="store_true",
        help=tr("run the Python bots that a leader sends, in the sandbox; default: only bots that you have allowed"),
    )
    parser.add_argument("--make-keys", metavar="FOLDER", help=tr("write new keys into this folder, and exit"))


def main(arguments: Namespace) -> int:
    """Run `herbarium worker`. Return the exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        require_dask()
    except ValueError as error:
        raise InputError(f"worker: {error}") from None
    from workbench.matches.cluster.addresses import AddressError, make_keys, parse_address, security_of
    from workbench.matches.cluster.members import Members

    try:
        if arguments.make_keys is not None:
            folder = Path(arguments.make_keys)
            make_keys(folder)
            print(tr("New keys are in {folder}. Copy the folder to every machine, and to nobody else.", folder=folder))
            return 0
        if arguments.address is None:
            raise InputError(tr("worker: an ADDRESS is missing, such as tls://HOST:8786"))
        keys = Path(arguments.keys) if arguments.keys is not None else None
        address = parse_address(arguments.address, keys)
        if address.local:
            raise InputError(tr("worker: local workers start with the match; give the address of a scheduler"))
        security_of(address, keys)
    except (AddressError, OSError) as error:
        raise InputError(f"worker: {error}") from None
    jobs = arguments.jobs or available()
    return _work(Members(address.url, jobs, keys, arguments.name, arguments.accept_bots))


def _silence(members: Members) -> str:
    """Return the message about a scheduler that does not answer."""
    text = tr("No scheduler answers at {address}; trying again.", address=members.address)
    return tr("{text} Last message: {words}", text=text, words=members.last_words) if members.last_words else text


def _work(members: Members) -> int:
    """Keep the processes alive until a signal comes. Return the exit status."""
    end = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        end.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    text = trn(
        "1 worker process for {address}. Press Ctrl-C to stop.",
        "{count:,} worker processes for {address}. Press Ctrl-C to stop.",
        members.count,
        address=members.address,
    )
    print(text, file=sys.stderr, flush=True)
    waited, connected, words = 0.0, False, ""
    try:
        while not end.wait(LOOK_SECONDS):
            members.keep_alive()
            if connected != bool(members.connected):
                connected = not connected
                text = tr("Connected. Waiting for matches.") if connected else tr("Disconnected.")
                print(text, file=sys.stderr, flush=True)
            waited = 0.0 if members.connected else waited + LOOK_SECONDS
            if waited >= NOTE_SECONDS or (waited and members.last_words != words):
                waited, words = 0.0, members.last_words
                print(_silence(members), file=sys.stderr, flush=True)
    finally:
        members.close()
    return 0
