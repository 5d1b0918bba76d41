"""Take the pictures of the docs again and compare them with the kept ones.

`python -m tests.tools.check_pictures FOLDER [GAME...]` takes them into FOLDER/new, prints which differ and where, and
writes a picture of each difference into FOLDER/differences: the kept picture above, the new one below, with changed
pixels in red. It needs a free display of at least 2560x1440. The exit status is 1 if a picture differs. To replace the
kept pictures, use `make screenshots`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tools import compare_screens, screenshots

KEPT = Path(__file__).resolve().parents[2] / "docs" / "screenshots"


def main(words: list[str]) -> int:
    if not words:
        print("usage: python -m tests.tools.check_pictures FOLDER [GAME...]", file=sys.stderr)
        return 2
    folder, games = Path(words[0]), words[1:]
    new, differences = folder / "new", folder / "differences"
    for old in (new, differences):
        shutil.rmtree(old, ignore_errors=True)
    if status := screenshots.main([str(new), *games]):
        return status
    if not games:
        return compare_screens.compare(KEPT, new, differences)
    with TemporaryDirectory() as name:  # the kept pictures of these games only
        for picture in new.glob("*.png"):
            if (KEPT / picture.name).exists():
                shutil.copy(KEPT / picture.name, name)
        return compare_screens.compare(Path(name), new, differences)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
