"""What is remembered from one start to the next. One small file, never half written; a damaged one is put aside."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs

from bots.report import Limit

FILE = "settings.json"


class LastGame(msgspec.Struct, frozen=True):
    """What a game was begun with last."""

    spec: str
    seats: tuple[str, ...]
    names: tuple[str, ...] = ()
    limit: Limit | None = None


class Settings(msgspec.Struct, kw_only=True):
    """`zoom` is a factor, `animation_speed` another, `turns` how each game's board is turned and mirrored, `geometry` the
    window's as Tk writes it, `last_*` what the last game was begun with, `games` the same of each game by its id, `helper`
    by the same the bot that moves for a person, `speed` the number of the speed at which bots that play alone are watched.

    `keys` holds the commands whose keys were changed, `side` what stands beside the board, `greeted` whether the
    invitation of the first start has been seen.
    """

    theme: Literal["light", "dark", "system"] = "light"
    zoom: float = 1.0
    animation: bool = True
    names: bool = False
    letters: bool = True
    animation_speed: float = 1.0
    turns: dict[str, tuple[int, bool]] = {}
    sound: bool = False
    graph: bool = True
    why: bool = False
    preview: bool = True
    geometry: str = ""
    last_spec: str = ""
    last_seats: tuple[str, ...] = ()
    games: dict[str, LastGame] = {}
    helper: dict[str, str] = {}
    speed: int = 2
    keys: dict[str, tuple[str, ...]] = {}
    side: str = ""
    greeted: bool = False


def folder() -> Path:
    """Where settings and logs stand. HERBARIUM_HOME names another place."""
    own = os.environ.get("HERBARIUM_HOME", "")
    return Path(own) if own else Path(platformdirs.user_config_dir("herbarium", appauthor=False))


def load() -> tuple[Settings, str]:
    """The settings, and a line to be said about them ("" for none). Never fails."""
    file = folder() / FILE
    try:
        text = file.read_bytes()
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"The settings cannot be read ({error.strerror}: {file}); those of a first start are used."
    try:
        settings = msgspec.json.decode(text, type=Settings)
        if not 0.5 <= settings.zoom <= 3:
            raise msgspec.ValidationError(f"zoom is {settings.zoom}; it must be 0.5 to 3")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        aside = file.with_name(f"{FILE}.damaged")
        with suppress(OSError):
            os.replace(file, aside)
        return Settings(), f"Your settings were damaged and are set back; the old file is kept as {aside.name} in {aside.parent}."
    return settings, ""


def save(settings: Settings) -> str:
    """Write the settings; returns a line to be said if that failed, else ""."""
    file = folder() / FILE
    fresh = file.with_name(f"{FILE}.{os.getpid()}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(settings)))
        os.replace(fresh, file)
    except (OSError, UnicodeEncodeError) as error:
        with suppress(OSError):
            fresh.unlink()
        reason = error.strerror if isinstance(error, OSError) else error.reason
        return f"The settings cannot be saved ({reason}: {file.parent})."
    return ""
