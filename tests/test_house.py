"""Tests of the structure of the code: layers, sizes of files, guides and folders, and what belongs to each game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import fastcore

ROOT = Path(__file__).parent.parent
SYSTEM = {"system", "system/language"}
KIT = {"boards/kit", "boards/kit/fixes", "boards/kit/tables"}
BOARDS = {"boards", *KIT}
MODEL = {  # for each folder of workbench, the folders of workbench that it may import
    "system": {"system/language"},
    "system/language": set[str](),
    "pages": SYSTEM,
    "settings": SYSTEM,
    "statistics": SYSTEM,
    "boards/kit": SYSTEM,
    "boards/kit/fixes": SYSTEM,
    "boards/kit/tables": SYSTEM,
    "boards": {*KIT, *SYSTEM, "pages"},
    **{f"boards/{game}": {*KIT, *SYSTEM, f"boards/{game}/tables"} for game in fastcore.games()},
    **{f"boards/{game}/tables": {*KIT, *SYSTEM} for game in fastcore.games()},
    "records": {*BOARDS, *SYSTEM},
    "conformance": {"boards", "boards/kit", "bot_process", "puzzles", "statistics"},
    "game_packages": SYSTEM,
    "reports": {*BOARDS, *SYSTEM, "records"},
    "luck": {*BOARDS, *SYSTEM, "records"},
    "protocol": SYSTEM,
    "bot_process": {*SYSTEM, "reports", "protocol"},
    "programs": {*SYSTEM, "protocol", "bot_process"},
    "programs/check": {*SYSTEM, "protocol", "bot_process", "records"},
    "game": {*BOARDS, *SYSTEM, "records", "reports", "bot_process"},
    "seen": {*SYSTEM, *BOARDS, "records", "game"},
    "storage": {*BOARDS, *SYSTEM, "records", "reports", "bot_process", "game"},
    "thinking": {*SYSTEM, "reports", "bot_process", "game"},
    "compare": {*BOARDS, *SYSTEM, "reports", "bot_process", "game", "thinking"},
    "table": {*BOARDS, *SYSTEM, "records", "bot_process", "game", "seen", "thinking"},
    "companion": {*BOARDS, *SYSTEM, "records", "reports", "bot_process", "game", "storage", "thinking", "positions"},
    "results": {*SYSTEM, "game"},
    "review": {*BOARDS, *SYSTEM, "pages", "reports", "luck", "protocol", "bot_process", "game", "storage"},
    "positions": {*BOARDS, *SYSTEM, "records", "bot_process", "storage"},
    "matches/planning": {*SYSTEM, "records", "bot_process"},
    "matches/archive": {*SYSTEM, "pages", "boards/kit", "records", "luck", "statistics", "storage", "matches/planning"},
    "tutor": {*BOARDS, *SYSTEM, "reports", "bot_process", "game", "review"},
    "puzzles": {
        *BOARDS, *SYSTEM, "records", "reports", "protocol", "bot_process", "game", "storage", "results", "review",
        "compare",
    },
    "assistant": {
        *BOARDS, *SYSTEM, "records", "luck", "bot_process", "game", "storage", "thinking", "compare", "review",
        "positions", "puzzles",
    },
    "finding": {*BOARDS, *SYSTEM, "records", "storage", "results", "matches/archive"},
    "matches/workers": {
        *SYSTEM, "records", "reports", "luck", "statistics", "bot_process", "game", "thinking", "matches/planning",
        "matches/archive",
    },
    "matches/cluster": {*SYSTEM, "records", "bot_process", "matches/planning", "matches/archive", "matches/workers"},
    "matches/calibration": {*SYSTEM, "statistics", "bot_process", "matches/planning", "matches/archive",
    "matches/workers"},
    "matches/analysis": {*SYSTEM, "records", "statistics", "matches/planning", "matches/archive"},
    "matches/tournaments": {*SYSTEM, "matches/planning", "matches/archive", "matches/workers"},
    "studies": {
        "boards/kit",
        *SYSTEM, "records", "statistics", "matches/planning", "matches/archive", "matches/workers",
        "matches/calibration", "matches/analysis",
    },
    "matches": {
        *SYSTEM, "records", "statistics", "bot_process", "matches/planning", "matches/archive", "matches/workers",
        "matches/cluster",
    },
    "datasets": {*SYSTEM, "bot_process"},
    "frameworks": {*BOARDS, "positions"},
    "frameworks/openspiel": set[str](),
    "frameworks/pettingzoo": {*BOARDS, "records", "frameworks"},
    "frameworks/gymnasium": {"bot_process", "datasets", "frameworks"},
}  # fmt: skip
CLI = {
    "cli/shared", "cli/playing", "cli/analysing", "cli/matches", "cli/measuring", "cli/programs", "cli/puzzles",
    "cli/game_packages", "cli/studies", "cli/assistant", "cli/datasets", "cli/companion",
}  # fmt: skip
SHELL = {*MODEL, "gui/look", "gui/widgets", "gui/shell"}
PLAY = {*SHELL, "gui/board", "gui/new_game", "gui/trust", "gui/play"}
ANALYSE = {*PLAY, "gui/moves", "gui/analyse/pages"}
LAYERS = {
    **MODEL,
    "cli/shared": {*MODEL},
    **{folder: {*MODEL, "cli/shared"} for folder in CLI - {"cli/shared"}},
    "cli/puzzles": {*MODEL, "cli/shared", "cli/playing"},
    "cli/companion": {*MODEL, "cli/shared", "cli/playing"},
    "cli/studies": {*MODEL, "cli/shared", "cli/matches"},
    "cli": {*MODEL, *CLI},
    "cli/verbs": {*MODEL, *CLI, "cli"},
    "gui/look": {*SYSTEM, "settings", "boards/kit"},
    "gui/widgets": {*SYSTEM, "boards/kit", "gui/look"},
    "gui/shell": {*MODEL, "gui/look", "gui/widgets"},
    "gui/board": {*MODEL, "gui/look", "gui/widgets"},
    "gui/new_game": SHELL,
    "gui/trust": SHELL,
    **{f"gui/{file.parent.name}": PLAY for file in (ROOT / "workbench" / "gui").glob("*/feature.py")},
    "gui/play": PLAY - {"gui/play"},
    "gui/own_tabs": PLAY,
    "gui/lessons": {*PLAY, "gui/sheet"},
    "gui/practice": {*PLAY, "gui/sheet", "gui/own_tabs"},
    "gui/companion": {*PLAY, "gui/own_tabs"},
    "gui/analyse/pages": {*PLAY, "gui/moves"},
    "gui/analyse": ANALYSE,
    "gui/review": {*ANALYSE, "gui/analyse"},
    "gui/compare": {*ANALYSE, "gui/analyse"},
}
TOPS = {"__main__", "gui"}  # may import all of workbench
MAX_FILES, MAX_LINES = 20, 400
MAX_CORE_FILES = 25  # sources in a folder of the core: .py, .pyx, .pxd and .pyi
WEIGHTS = {"weights.pxd", "net_weights.pxd"}  # written by a program

PACKAGES = ("fastcore", "bots", "workbench")


def sources(folder: str) -> list[Path]:
    paths = [path for pattern in ("*.py", "*.pyx", "*.pxd", "*.pyi") for path in (ROOT / folder).rglob(pattern)]
    return sorted(paths)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements inside a node. Unlike `ast.walk`, this skips the expressions, of which there are many."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, block, ()):
            yield child
            yield from statements(child)


@cache
def imports(path: Path) -> set[str]:
    """Return the modules that a file imports or cimports, anywhere in the file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        names: set[str] = set()
        for node in statements(ast.parse(text)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
        return names
    return set(re.findall(r"^\s*(?:from|c?import)\s+([\w.]+)", text, re.MULTILINE))


def modules(*tops: str) -> dict[str, Path]:
    """Return the Python files in these top-level folders by module name."""
    names = {
        path: ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for top in tops
        for path in sorted((ROOT / top).rglob("*.py"))
    }
    return {name.removesuffix(".__init__"): path for path, name in names.items()}


def imports_among(files: dict[str, Path], module: str) -> list[str]:
    """Return the modules among `files` that a module imports, including imports for type checking only."""
    candidates = [name if name in files else name.rpartition(".")[0] for name in imports(files[module])]
    return sorted({name for name in candidates if name in files and name != module})


def folder_of(path: Path) -> str:
    """Return a file's folder in workbench, or the stem of a file directly in workbench."""
    place = path.relative_to(ROOT / "workbench")
    return place.parent.as_posix() if len(place.parts) > 1 else place.stem


def test_core_and_bots_import_no_higher_layer() -> None:
    for top, allowed in (("fastcore", ("fastcore",)), ("bots", ("fastcore", "bots"))):
        for path in sources(top):
            above = [
                name for name in imports(path) if name.split(".")[0] in PACKAGES and name.split(".")[0] not in allowed
            ]
            assert not above, f"{path} imports {above}"
            if "search" in path.parts:
                assert not [name for name in imports(path) if name.startswith("fastcore.games")], (
                    f"{path} imports a game"
                )


def test_workbench_imports_follow_the_layers() -> None:
    files = modules("workbench")
    violations: dict[str, list[str]] = {}
    for module, path in files.items():
        own = folder_of(path)
        if own in TOPS or path == ROOT / "workbench" / "__init__.py":
            continue
        assert own in LAYERS, f"{own} has no row in LAYERS"
        for name in imports_among(files, module):
            imported = folder_of(files[name])
            if imported != own and imported not in LAYERS[own]:
                violations.setdefault(f"{own} -> {imported}", []).append(f"{module} imports {name}")
    assert not violations, violations


def test_imports_have_no_cycle() -> None:
    files = modules("bots", "workbench", "tests")
    assert find_cycle({name: imports_among(files, name) for name in files}) == []


def find_cycle(graph: dict[str, list[str]]) -> list[str]:
    """Return one cycle of a graph, or an empty list."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        return list(problem.args[1])
    return []


def test_no_folder_has_too_many_files() -> None:
    counts = Counter(
        path.parent.relative_to(ROOT).as_posix() for path in modules("bots", "workbench", "tests").values()
    )
    assert {place for place, count in counts.items() if count > MAX_FILES} == set()


def test_no_file_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n")
        for path in modules("bots", "workbench", "tests").values()
    }
    assert {place for place, length in lengths.items() if length > MAX_LINES} == set()


def test_guides_are_short_and_their_folders_small() -> None:
    """Pictures do not count. `docs/herbarium.1` and the JSON schemas are written by programs."""
    pages = [*ROOT.glob("*.md"), *(path for path in (ROOT / "docs").rglob("*.md") if "build" not in path.parts)]
    assert ROOT / "CHANGELOG.md" in pages and ROOT / "docs" / "window.md" in pages
    lengths = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in pages}
    assert {place: length for place, length in lengths.items() if length > MAX_LINES} == {}
    for folder in {ROOT / "docs", *(path.parent for path in pages if path.parent != ROOT)}:
        entries = [path for path in folder.iterdir() if path.suffix not in (".png", ".svg") and path.name != "build"]
        assert len(entries) <= MAX_FILES, f"{folder.relative_to(ROOT)} has {len(entries)} files and folders"


def core_imports(path: Path) -> list[str]:
    """Return the sources of the core that a source imports or cimports when it is loaded or compiled."""
    lines = re.findall(
        r"^(?:from ([\w.]+) (c?import)|(c?import) ([\w.]+))", path.read_text(encoding="utf-8"), re.MULTILINE
    )
    found = set()
    for module, verb, plain_verb, plain_module in lines:
        stem = ROOT.joinpath(*(module or plain_module).split("."))
        suffixes = (".pxd",) if "cimport" in (verb, plain_verb) else (".pyx", ".py")
        found |= {other for suffix in suffixes if (other := stem.with_suffix(suffix)).exists()}
    found |= {path.with_suffix(".pxd")} if path.suffix == ".pyx" and path.with_suffix(".pxd").exists() else set()
    return sorted(str(other) for other in found if other != path)


def test_core_has_small_files_and_folders_and_no_cycle() -> None:
    files = [path for path in sources("fastcore") if not path.is_relative_to(ROOT / "fastcore" / "_portable")]
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in files if path.name not in WEIGHTS}
    assert {path: length for path, length in lengths.items() if length > MAX_LINES} == {}
    counts = Counter(path.parent for path in files if path.name not in WEIGHTS)
    assert {path: count for path, count in counts.items() if count > MAX_CORE_FILES} == {}
    assert find_cycle({str(path): core_imports(path) for path in files if path.suffix != ".pyi"}) == []


def test_only_the_window_imports_tkinter() -> None:
    for path in sources("fastcore") + sources("bots") + sources("workbench"):
        if "gui" in path.parts:
            continue
        for name in imports(path):
            assert name.split(".")[0] not in ("tkinter", "ttkbootstrap"), f"{path} imports {name}"


@pytest.mark.parametrize("extras", [(), ("pyspiel", "pettingzoo", "gymnasium", "mcp", "mcp_types", "pyarrow")])
def test_everything_but_the_window_imports_without_tkinter(extras: tuple[str, ...]) -> None:
    """The second time also without the optional packages, which only their own modules may need."""
    script = f"""
import sys
for name in ("tkinter", "_tkinter", "ttkbootstrap", "PIL", *{extras}):
    sys.modules[name] = None
import pkgutil, importlib.util
import fastcore, bots, workbench
NEEDS = {{  # the optional package that a module or folder needs
    "workbench.frameworks.openspiel": "pyspiel", "workbench.frameworks.pettingzoo": "pettingzoo",
    "workbench.frameworks.gymnasium": "gymnasium",
    "workbench.datasets.parquet": "pyarrow", "workbench.datasets.making": "pyarrow",
}}
for package in (fastcore, bots, workbench):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        needed = [package for name, package in NEEDS.items() if f"{{module.name}}.".startswith(f"{{name}}.")]
        if needed and importlib.util.find_spec(needed[0]) is None:
            continue
        if ".gui" not in module.name and "__main__" not in module.name:
            importlib.import_module(module.name)
"""
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_core_imports_without_the_other_packages() -> None:
    script = (
        "import sys; sys.modules['bots'] = sys.modules['workbench'] = sys.modules['msgspec'] = None; import fastcore"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_game_is_named_only_in_its_own_folders() -> None:
    for game in fastcore.games():
        named = re.compile(rf"\b{game}\b", re.IGNORECASE)
        own = (f"fastcore/games/{game}/", f"workbench/boards/{game}/")
        for path in sources("fastcore") + sources("bots") + sources("workbench"):
            place = path.relative_to(ROOT).as_posix()
            if not place.startswith(own):
                match = named.search(path.read_text(encoding="utf-8"))
                assert match is None, f"{place} names {game}"


def test_every_game_has_the_required_files() -> None:
    """The board file may come later: until then the game is shown as text."""
    lacks = [
        path
        for game in fastcore.games()
        for path in (
            f"docs/rules/{game}.md",
            f"tests/reference/{game}.py",
            f"tests/data/perft/{game}.txt",
            f"tests/games/{game}/test_{game}.py",
        )
        if not (ROOT / path).exists()
    ]
    assert not lacks, "missing: " + ", ".join(lacks)


def test_every_compiled_file_has_a_source() -> None:
    """A deleted game must not survive as a compiled file."""
    for build in (ROOT / "fastcore").glob("_*/"):
        for compiled in build.rglob("*.so"):
            source = ROOT / "fastcore" / compiled.relative_to(build).parent / (compiled.name.split(".")[0] + ".pyx")
            assert source.exists(), f"{compiled} has no source"


def test_stubs_have_content() -> None:
    """mypy checks that Python finds a stub for every compiled module it imports; no other module needs one."""
    for stub in (ROOT / "fastcore").rglob("*.pyi"):
        assert stub.read_text(encoding="utf-8").count("\n") > 1 and stub.with_suffix(".pyx").exists(), stub
