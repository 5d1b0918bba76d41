"""Write the playthroughs that the tests compare with: `python -m tests.tools.playthroughs`."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
SPECS = {  # name of the file: name of the game with its parameters, and seed
    "herd": ("herbarium_herd(size=2)", 1),
    "forest": ("herbarium_forest", 2),
    "herbs": ("herbarium_herbs(actions=1,rounds=2)", 3),
    "herbalism": ("herbarium_herbalism(target=1)", 4),
}
STATES = 25  # states in a file


def playthrough(name: str) -> str:
    """Return the beginning of the playthrough of a random game, without tensors."""
    from open_spiel.python.algorithms import generate_playthrough

    import workbench.frameworks.openspiel  # noqa: F401 - registers the games

    game, seed = SPECS[name]
    text = generate_playthrough.playthrough(game, None, seed=seed).partition(f"# State {STATES}\n")[0]
    return "\n".join(line for line in text.splitlines() if "ensor" not in line and not set(line) <= set("◉◯ ")) + "\n"


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name in SPECS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
