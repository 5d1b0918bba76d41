"""Build the site in build/site/html, check it, and pack it into build/site/site.zip for the wheel.

python .ci/site.py [--output FOLDER] [--language LANGUAGE]
    --output: copy the finished site into this folder
    --language: build it in this language, such as de, in build/site/html-de. Pages without a complete translation are
        in English. This site is not packed.

It has its own virtual environment, build/docs-venv, which is made again when .ci/requirements-docs.txt changes. It
reads the program's sources without importing them, so neither the core nor the program's libraries are needed. The exit
status is 1 if there is a warning, a dead link, a request to the network, or a public name without an entry.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import venv
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / ".ci" / "requirements-docs.txt"
VENV = ROOT / "build" / "docs-venv"
FOLDER = ROOT / "build" / "site"
STAGED, REFERENCE, DOCTREES, NEW, HTML = (FOLDER / name for name in ("pages", "stubs", "doctrees", "new", "html"))
PACKED = FOLDER / "site.zip"
SMALLER = """
import sys
from pathlib import Path
from PIL import Image

for path in Path(sys.argv[1]).glob("*.png"):
    Image.open(path).convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=0).save(path, optimize=True)
"""  # a third of the size, and no difference that one can see
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff")
INDEX = Path("docs", "site", "index.md")  # becomes the first page of the site
SKIPPED = {"__pycache__", "build"}
REQUESTS = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src"}  # what a browser loads


class SiteError(Exception):
    """The site cannot be built or is not correct. The message is for the person who built it."""


def run(words: list[str], **more: str) -> None:
    """Run a program without its standard output. Raise SiteError if it fails."""
    environment = {**os.environ, **more}
    if subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False).returncode:
        raise SiteError(f"{Path(words[0]).name} {' '.join(words[1:3])} failed; its messages are above")


def python() -> str:
    """Return the Python of the site's own environment. Make the environment if the lock file has changed."""
    program = VENV / ("Scripts" if os.name == "nt" else "bin") / "python"
    stamp = VENV / "made-from"
    state = f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()} {sys.version_info[:2]}"
    if not (stamp.exists() and stamp.read_text() == state and program.exists()):
        print(f"Installing the tools of the site into {VENV.relative_to(ROOT)}")
        shutil.rmtree(VENV, ignore_errors=True)
        venv.create(VENV, with_pip=True)
        pip = [str(program), "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install"]
        run([*pip, "--require-hashes", "-r", str(LOCK)])
        stamp.write_text(state)
    return str(program)


def stage() -> None:
    """Copy the sources of the pages, so that the builder writes nothing beside them."""
    for folder in (STAGED, REFERENCE, DOCTREES, NEW):
        shutil.rmtree(folder, ignore_errors=True)
    STAGED.mkdir(parents=True)
    for name in PAGES:
        shutil.copy2(ROOT / name, STAGED / name)
    shutil.copytree(ROOT / "docs", STAGED / "docs", ignore=shutil.ignore_patterns(*SKIPPED, "*.so", "*.egg-info"))
    shutil.move(STAGED / INDEX, STAGED / "index.md")


class Page(HTMLParser):
    """The anchors, links and loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors, self.links, self.loaded = {""}, list[str](), list[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in REQUESTS and REQUESTS[tag] in found and found.get("rel") not in ("canonical", "author"):
            self.loaded.append(found[REQUESTS[tag]])


def problems_of_links(folder: Path) -> list[str]:
    """Return the dead internal links of all pages, and what they would load from the network."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    problems = []
    for path, page in pages.items():
        name = path.relative_to(folder)
        problems += [f"{name}: loads {url} from the network" for url in page.loaded if urlsplit(url).netloc]
        for url in {*page.links, *page.loaded}:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                problems.append(f"{name}: {url} has no target")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                problems.append(f"{name}: {url} has no such heading")
    for path in folder.rglob("*.css"):
        urls = re.findall(r"""(?:url\(|@import\s+)["']?((?:https?:)?//[^"')]+)""", path.read_text(encoding="utf-8"))
        problems += [f"{path.relative_to(folder)}: loads {url} from the network" for url in urls]
    return problems


def problems_of_search(folder: Path) -> list[str]:
    """Return the stemmers that the script of the search names but lacks. Without its stemmer, it finds nothing."""
    text = (folder / "_static" / "language_data.js").read_text(encoding="utf-8")
    names = re.findall(r"window\.Stemmer = (\w+);", text)
    return [f"the search has no {name}" for name in names if not re.search(rf"\b{name}\s*=[^=]|class {name}\b", text)]


def problems_of_reference(folder: Path) -> list[str]:
    """Return the public names without an entry in the reference."""
    sys.path.insert(0, str(ROOT))
    from tests.tools import reference

    anchors = {anchor for path in folder.rglob("*.html") for anchor in Page(path.read_text(encoding="utf-8")).anchors}
    names = [(module, name) for module in reference.MODULES for name in reference.public_names(module)]
    return [
        f"{module}.{name} has no entry" for module, name in names if reference.entry_of(module, name) not in anchors
    ]


def pack(files: list[Path]) -> None:
    """Write the archive of the site that the wheel contains. Equal sites give equal archives."""
    with zipfile.ZipFile(PACKED, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(HTML).as_posix())
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, path.read_bytes())


def built(language: str) -> Path:
    """Return the folder of the finished site in a language, or of the English one for ""."""
    return HTML.with_name(f"{HTML.name}-{language}") if language else HTML


def build(language: str = "") -> str:
    """Build and check the site. Return its figures in one line.

    Args:
        language: The language, such as "de", or "" for English.
    """
    begun = time.monotonic()
    program = python()
    stage()
    if language:
        run([program, "-m", "tests.tools.page_catalogues", language, str(STAGED / "locale")])
    translated = len(list((STAGED / "locale").rglob("*.mo")))
    if language and not translated:
        raise SiteError(f"no page is translated into {language!r}")
    run([program, "-m", "tests.tools.reference", str(REFERENCE)])
    run(
        [program, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-c", str(STAGED / "docs" / "site"),
         "-d", str(DOCTREES), str(STAGED), str(NEW)],
        HERBARIUM_ROOT=str(ROOT), HERBARIUM_REFERENCE=str(REFERENCE),
        HERBARIUM_SITE_LANGUAGE=language or "en",
    )  # fmt: skip
    run([program, "-c", SMALLER, str(NEW / "_images")])
    for path in [*NEW.rglob("*.map"), NEW / "_static" / "webpack-macros.html", NEW / ".buildinfo", NEW / "objects.inv"]:
        path.unlink(missing_ok=True)
    problems = [*problems_of_links(NEW), *problems_of_search(NEW), *problems_of_reference(NEW)]
    if problems:
        raise SiteError("\n".join([*problems, f"{len(problems)} problems"]))
    folder = built(language)
    shutil.rmtree(folder, ignore_errors=True)
    NEW.rename(folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    pages = sum(path.suffix == ".html" for path in files)
    size = sum(path.stat().st_size for path in files) / 2**20
    pictures = sum(path.stat().st_size for path in files if path.parent.name == "_images") / 2**20
    if language:
        packed = f"{translated} of the pages in {language!r}, not packed"
    else:
        pack(files)
        packed = f"{PACKED.stat().st_size / 2**20:.1f} MiB packed"
    return (
        f"{pages} pages, no warnings, no dead links, {size:.1f} MiB ({pictures:.1f} MiB of pictures; "
        f"{packed}), {time.monotonic() - begun:.0f} s"
    )


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="site.py", description="Build the site in build/site/html, and check it.")
    parser.add_argument("--output", type=Path, help="copy the finished site into this folder")
    parser.add_argument("--language", default="", help="build it in this language, such as de; the default is English")
    arguments = parser.parse_args(words)
    try:
        print(build(arguments.language))
        if arguments.output:
            shutil.copytree(built(arguments.language), arguments.output, dirs_exist_ok=True)
    except (SiteError, OSError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    print(f"Open {(arguments.output or built(arguments.language)) / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
