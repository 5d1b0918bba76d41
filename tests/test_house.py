"""The house: imports run one way, a game's name stays in its places, and what a game still lacks is listed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import fastcore

ROOT = Path(__file__).parent.parent
ARROWS = {  # what the files of a folder may import of ours
    "fastcore": {"fastcore"},
    "bots": {"fastcore", "bots"},
    "workbench/boards": {"fastcore", "bots", "workbench.boards"},
    "workbench/cli": {"fastcore", "bots", "workbench"},
    "workbench/gui": {"fastcore", "bots", "workbench"},
    "workbench": {"fastcore", "bots", "workbench"},
}
OURS = ("fastcore", "bots", "workbench")


def sources(folder: str) -> list[Path]:
    found = [path for pattern in ("*.py", "*.pyx", "*.pxd", "*.pyi") for path in (ROOT / folder).rglob(pattern)]
    return sorted(found)


def imports(path: Path) -> set[str]:
    """The modules that a file imports or cimports, anywhere in it."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        names: set[str] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
        return names
    return set(re.findall(r"^\s*(?:from|c?import)\s+([\w.]+)", text, re.MULTILINE))


def test_imports_run_one_way() -> None:
    folders = sorted(ARROWS, key=len, reverse=True)
    for top in ("fastcore", "bots", "workbench"):
        for path in sources(top):
            place = path.relative_to(ROOT).as_posix()
            folder = next(folder for folder in folders if place.startswith(folder + "/"))
            for name in imports(path):
                if name.split(".")[0] not in OURS:
                    continue
                assert any(name == allowed or name.startswith(allowed + ".") for allowed in ARROWS[folder]), f"{place} imports {name}"
                if not place.startswith("workbench/gui") and place != "workbench/__main__.py":
                    assert not name.startswith("workbench.gui"), f"{place} imports {name}"
                if place.startswith("workbench/gui"):
                    assert not name.startswith("workbench.cli"), f"{place} imports {name}"
                if place.startswith("fastcore/search"):
                    assert not name.startswith("fastcore.games"), f"{place} imports {name}"


def test_only_the_window_knows_tkinter() -> None:
    for path in sources("fastcore") + sources("bots") + sources("workbench"):
        if "gui" in path.parts:
            continue
        for name in imports(path):
            assert name.split(".")[0] not in ("tkinter", "ttkbootstrap"), f"{path} imports {name}"


def test_model_and_command_line_run_without_tkinter() -> None:
    """With tkinter, ttkbootstrap and Pillow blocked, all but the window imports and works."""
    work = """
import sys
for name in ("tkinter", "_tkinter", "ttkbootstrap", "PIL"):
    sys.modules[name] = None
import pkgutil, importlib
import fastcore, bots, workbench
for package in (fastcore, bots, workbench):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".gui" not in module.name and "__main__" not in module.name:
            importlib.import_module(module.name)
"""
    done = subprocess.run([sys.executable, "-c", work], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_core_imports_alone() -> None:
    work = "import sys; sys.modules['bots'] = sys.modules['workbench'] = sys.modules['msgspec'] = None; import fastcore"
    done = subprocess.run([sys.executable, "-c", work], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_game_is_named_only_in_its_places() -> None:
    for game in fastcore.games():
        named = re.compile(rf"\b{game}\b", re.IGNORECASE)
        own = (f"fastcore/games/{game}/", f"workbench/boards/{game}/")
        for path in sources("fastcore") + sources("bots") + sources("workbench"):
            place = path.relative_to(ROOT).as_posix()
            if not place.startswith(own):
                found = named.search(path.read_text(encoding="utf-8"))
                assert found is None, f"{place} names {game}"


def test_every_game_has_all_that_a_game_needs() -> None:
    """What a new game still lacks. Its board file may come later: until then it is shown as text."""
    lacks = [
        path
        for game in fastcore.games()
        for path in (f"docs/rules/{game}.md", f"tests/reference/{game}.py", f"tests/data/perft/{game}.txt", f"tests/games/{game}/test_{game}.py")
        if not (ROOT / path).exists()
    ]
    assert not lacks, "missing: " + ", ".join(lacks)


def test_folders_of_games_hold_what_is_compiled() -> None:
    """A deleted game must not live on as a compiled file."""
    for build in (ROOT / "fastcore").glob("_*/"):
        for compiled in build.rglob("*.so"):
            source = ROOT / "fastcore" / compiled.relative_to(build).parent / (compiled.name.split(".")[0] + ".pyx")
            assert source.exists(), f"{compiled} has no source"


def test_every_compiled_module_has_a_stub() -> None:
    for source in sorted((ROOT / "fastcore").rglob("*.pyx")):
        inner = source.parent.name == "search" and source.stem in ("tree", "store", "moving", "way_back", "rows", "guard")
        assert inner or source.with_suffix(".pyi").exists(), f"{source} has no stub"
