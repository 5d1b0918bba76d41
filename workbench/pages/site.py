"""The guides as a site of HTML pages, which need no network.

`make docs` builds them in a checkout. An installation has them packed in one file, which is unpacked for the browser.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from workbench.system.folders import state_folder

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "site" / "html"
PACKED = ROOT / "workbench" / "documents" / "site.zip"
PLAIN = ROOT / "README.md"  # of a checkout in which nobody has built the site
INDEX = "index.html"
_MARK = "made-from"


def is_available() -> bool:
    """Return whether there are guides to show."""
    return any(path.exists() for path in (BUILT / INDEX, PACKED, PLAIN))


def first_page() -> Path:
    """Return the first page: of the site in this checkout, else of the installed site, else the plain README.

    This may unpack the installed site, which takes up to a second.

    Raises:
        ValueError: There are no guides, or they cannot be unpacked. The message says why.
    """
    if (BUILT / INDEX).exists():
        return BUILT / INDEX
    if PACKED.exists():
        import zipfile  # imported here because it is rarely needed

        try:
            return _unpacked(PACKED, state_folder() / "site") / INDEX
        except (OSError, zipfile.BadZipFile) as error:
            raise ValueError(f"{PACKED}: {error}") from error
    if PLAIN.exists():
        return PLAIN
    raise ValueError("the guides are not installed")


def _unpacked(archive: Path, folder: Path) -> Path:
    """Unpack the site unless the folder has just this one. Return the folder."""
    import zipfile

    details = archive.stat()
    mark = f"{archive} {details.st_size} {details.st_mtime_ns}"
    if (folder / _MARK).exists() and (folder / _MARK).read_text(encoding="utf-8") == mark:
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix="site-", dir=folder.parent))
    try:
        with zipfile.ZipFile(archive) as site:
            site.extractall(new)
        (new / _MARK).write_text(mark, encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return folder
