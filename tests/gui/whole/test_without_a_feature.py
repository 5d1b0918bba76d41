"""Tests that each feature except play can be deleted, together with the features built on it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.window

FEATURES = (
    "companion",
    "files",
    "file_dialog",
    "finding",
    "programs",
    "results",
    "settings",
    "help",
    "sound",
    "lessons",
    "drawing",
    "moves",
    "side",
    "sheet",
    "tutor",
    "analyse",
    "review",
    "compare",
    "set_up",
    "matches",
    "practice",
)
BUILT_ON = {
    "moves": ("analyse", "review", "compare"),
    "analyse": ("review", "compare"),
    "sheet": ("lessons", "practice"),
}

PLAY = """
import sys, time
from importlib.abc import MetaPathFinder
from importlib.util import spec_from_file_location

class WithoutFeatures(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "workbench.gui.features":
            return spec_from_file_location(name, sys.argv[2])
        if name.startswith("workbench.gui.") and name.split(".")[2] in sys.argv[3:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

sys.meta_path.insert(0, WithoutFeatures())
from workbench.gui.app import make_root
from workbench.gui.shell import faults
from workbench.gui.window import Window
from workbench.settings import Settings
from workbench.table.setup import Setup

root = make_root()
root.geometry("1280x720+0+0")
root.deiconify()
root.update()
known = ("forest", "herbalism", "herbs", "herd")
settings = Settings(animation=False, known_games=known, speed=4)
window = Window(root, settings, Setup(sys.argv[1], ("person", "random"), 1))
end = time.monotonic() + 60

def work():
    if not root.tk.dooneevent(2):
        time.sleep(0.001)
    assert time.monotonic() < end, "the game did not end in time"

window.shell.events.started.emit()
game = window.games.shown
moved = 0
while not game.table.over:
    work()
    if game.table.screen.handover_seat is not None:
        game.table.take_over()
    if game.accepts_moves:
        moves = game.layers.first_answer(game.table, lambda layer: layer.moves(game.table))
        if moves == [] and "lock" in window.shell.commands:
            window.shell.commands.run("lock")
        else:
            game.play((moves or [game.point.move_text(move) for move in game.point.moves()])[0])
        moved += 1
for menu, button in window.screen.top.menus.items():
    button.cget("postcommand")
    window.screen.top._fill(menu)
for command in list(window.shell.commands.commands.values()):
    command.text, command.full_tip, command.entry
window.rebuild()
for _ in range(50):
    work()
assert moved, "the person moved"
window.games.begin(Setup(sys.argv[1], ("person", "random"), 2))
for _ in range(50):
    work()
window.shell.ask_to_close(lambda: None)
for _ in range(50):
    work()
window.close()
root.destroy()
assert not faults.log_file().exists(), faults.log_file().read_text()
print("closed")
"""


def listing_without(removed: tuple[str, ...]) -> str:
    """Return features.py without the lines of these features."""
    text = (ROOT / "workbench" / "gui" / "features.py").read_text(encoding="utf-8")
    for name in removed:
        text, imports = re.subn(rf"^from workbench\.gui\.{name} import feature as \w+\n", "", text, flags=re.MULTILINE)
        text, lines = re.subn(rf"^    {name}(_feature)?\.install,\n", "", text, flags=re.MULTILINE)
        assert (imports, lines) == (1, 1), f"{name} has one import and one line in the list"
    return text


@pytest.mark.sample(2)
@pytest.mark.parametrize("feature", FEATURES)
def test_window_plays_a_game_without_a_feature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, feature: str) -> None:
    """The program refuses to import the removed folders, as if they were deleted. A copy would be compiled again."""
    removed = (feature, *BUILT_ON.get(feature, ()))
    listing = tmp_path / "features.py"
    listing.write_text(listing_without(removed), encoding="utf-8")
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    game = "herbs(ap=20,actions=2,rounds=1)" if feature in ("sheet", "side") else "herd(size=2)"
    process = subprocess.run(
        [sys.executable, "-c", PLAY, game, str(listing), *removed],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 0 and process.stdout == "closed\n", process.stderr


def test_every_removable_feature_is_tested() -> None:
    text = (ROOT / "workbench" / "gui" / "features.py").read_text(encoding="utf-8")
    listed = set(re.findall(r"^from workbench\.gui\.(\w+) import feature as", text, re.MULTILINE))
    assert listed == {"play", *FEATURES}
