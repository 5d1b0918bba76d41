"""Print, as JSON, which Debian packages a program folder contains files of, and which others it needs.

python3 folder_parts.py FOLDER TABLE: run in the system that built it. TABLE is PyInstaller's table of collected files.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path


def owners(paths: Iterable[str]) -> set[str]:
    """Return the packages that own files of this system. Files under merged folders have two names."""
    names = set()
    for path in paths:
        real = os.path.realpath(path)
        for name in (path, real, real.removeprefix("/usr"), f"/usr{real}"):
            done = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True, check=False)
            if not done.returncode:
                names.add(done.stdout.partition(": ")[0].split(":")[0].split(",")[0])
                break
    return names


def version(package: str) -> str:
    """Return the version of an installed package."""
    words = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def outside(folder: Path) -> set[str]:
    """Return the libraries that the folder's programs and libraries load from the system."""
    found = set()
    environment = os.environ | {"LD_LIBRARY_PATH": str(folder / "_internal")}
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file() or path.open("rb").read(4) != b"\x7fELF":
            continue
        done = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False, env=environment)
        if "not found" in done.stdout:
            sys.exit(f"{path}: {done.stdout}")
        found |= {name for name in re.findall(r"(/\S+) \(0x", done.stdout) if not name.startswith(str(folder))}
    return found


def main(folder: Path, table: Path) -> None:
    """Print the packages."""
    collected = ast.literal_eval(table.read_text(encoding="utf-8"))
    entries = next(part for part in collected if isinstance(part, list))
    copied = {source for _, source, _ in entries if source.startswith(("/usr/lib", "/usr/share", "/lib"))}
    print(json.dumps({
        "contains": {name: version(name) for name in sorted(owners(copied))},
        "needs": sorted(owners(outside(folder))),
        "libc": version("libc6").partition("-")[0],
    }))  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
