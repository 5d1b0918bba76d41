"""Addresses of schedulers, and the keys that protect them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from distributed.security import Security

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
KEY_FILES = ("ca.pem", "cert.pem", "key.pem")
MAX_LOCAL = 256


class AddressError(ValueError):
    """Raised for an address that cannot be used. The message gives the reason and what to do."""


class Address(NamedTuple):
    """Where the workers of a match are: at a scheduler's address, or `local` worker processes on this machine."""

    url: str = ""
    local: int = 0


def parse_address(text: str, keys: Path | None) -> Address:
    """Return the address that a text names, such as "tls://HOST:8786" or "local:4".

    Raises:
        AddressError: The text is invalid, or the connection would not be protected.
    """
    if found := re.fullmatch(r"local:([1-9][0-9]{0,2})", text):
        if keys is not None:
            raise AddressError(f"{text} makes its own keys; leave out --keys")
        if int(found[1]) > MAX_LOCAL:
            raise AddressError(f"{text}: at most {MAX_LOCAL} workers are possible here")
        return Address(local=int(found[1]))
    found = re.fullmatch(r"(tls|tcp)://([^\s/:]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})", text)
    if found is None or not 0 < int(found[3]) < 2**16:
        raise AddressError(f"{text[:80]!r} is not an address such as tls://HOST:8786, or local:4")
    if found[1] == "tcp" and found[2] not in LOOPBACK:
        raise AddressError(
            f"{text} is not protected: anyone who reaches it can run any program on all workers; use tls:// with --keys"
        )
    if found[1] == "tls" and keys is None:
        raise AddressError(f"{text} needs --keys FOLDER; 'herbarium worker --make-keys FOLDER' makes the keys")
    return Address(text)


def security_of(address: Address, keys: Path | None) -> Security | None:
    """Return the keys of a connection, or None for a connection inside this machine.

    Raises:
        AddressError: A key file is missing.
    """
    if not address.url.startswith("tls"):
        return None
    assert keys is not None
    authority, certificate, key = (str(keys / name) for name in KEY_FILES)
    if missing := [name for name in KEY_FILES if not (keys / name).is_file()]:
        raise AddressError(f"{keys}: {missing[0]} is missing; 'herbarium worker --make-keys FOLDER' makes the keys")
    return Security(
        tls_ca_file=authority, tls_client_cert=certificate, tls_client_key=key, tls_worker_cert=certificate,
        tls_worker_key=key, tls_scheduler_cert=certificate, tls_scheduler_key=key, require_encryption=True,
    )  # fmt: skip


def make_keys(folder: Path) -> None:
    """Write new keys into a folder. Anyone who has them can use the cluster and run programs on it.

    Raises:
        AddressError: The folder already has keys.
        OSError: The files cannot be written.
    """
    if existing := [name for name in KEY_FILES if (folder / name).exists()]:
        raise AddressError(f"{folder} already has keys ({existing[0]})")
    temporary = Security.temporary()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    contents = temporary.tls_ca_file, temporary.tls_client_cert, temporary.tls_client_key
    for name, content in zip(KEY_FILES, contents, strict=True):
        descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(content)
