"""What is remembered from one start to the next. One small file, never half written; a damaged one is put aside."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bots.report import Limit
from workbench.system import bounded, limits, saving
from workbench.system.folders import folder

FILE = "settings.json"
AGAIN = 5.0  # after a failure until the settings are written again
SECONDS = 1.0  # after a change until it is written, so that what changes on and on is written now and then


class LastGame(msgspec.Struct, frozen=True):
    """What a game was begun with last."""

    spec: str
    seats: tuple[str, ...]
    names: tuple[str, ...] = ()
    limit: Limit | None = None


class Settings(msgspec.Struct, kw_only=True):
    """`zoom` is a factor, `animation_speed` another, `turns` how each game's board is turned and mirrored, `geometry`
    the window's as Tk writes it, `last_*` what the last game was begun with, `games` the same of each game by its id,
    `helper` by the same the bot that moves for a person, `speed` the number of the speed at which bots that play alone
    are watched.

    What no widget could bear is refused here; texts that mean nothing are passed over where they are used. `match` is
    the match that was set up last, but for a list of openings, which is in the file `match_openings`, `match_jobs` how
    many games at once it was to have, `match_running` the number of the match that is being played. `keys` holds the
    commands whose keys were changed, `side` what stands beside the board, `greeted` whether the invitation of the first
    start has been seen. `analyse_columns` are those of the candidates, `analyse_sort` the one that they are sorted by
    ("-" before it: the least first), `analyse_page` the page that is shown below them, `analyse_pages` how much of the
    height the pages have (0: as much as is usual), `analyse_facts` whether facts stand behind sentences; `analyse_bots`
    those that analyse each game, by its id, and `analyse_limit` what each may use up in a position; `review_*` who
    judges a game that is reviewed, and with how many simulations a decision.
    """

    theme: Literal["light", "dark", "system"] = "light"
    zoom: Annotated[float, Meta(ge=0.5, le=3)] = 1.0
    animation: bool = True
    names: bool = False
    letters: bool = True
    animation_speed: Annotated[float, Meta(ge=0.1, le=10)] = 1.0
    turns: dict[str, tuple[Annotated[int, Meta(ge=0, le=99)], bool]] = {}
    sound: bool = False
    graph: bool = True
    why: bool = False
    preview: bool = True
    geometry: str = ""
    last_spec: str = ""
    last_seats: tuple[str, ...] = ()
    games: dict[str, LastGame] = {}
    helper: dict[str, str] = {}
    speed: Annotated[int, Meta(ge=0, le=99)] = 2
    keys: dict[str, tuple[str, ...]] = {}
    side: str = ""
    greeted: bool = False
    analyse_columns: tuple[str, ...] = ("share", "value", "spread", "prior", "line")
    analyse_sort: str = ""
    analyse_page: str = ""
    analyse_pages: Annotated[float, Meta(ge=0, le=1)] = 0.0
    analyse_facts: bool = False
    analyse_bots: dict[str, tuple[str, ...]] = {}
    analyse_limit: Limit | None = None
    match: dict[str, Any] | None = None  # the last plan, as data: what it means is the business of matches
    match_openings: str = ""
    match_jobs: Annotated[int, Meta(ge=0, le=4096)] = 0
    match_running: Annotated[int, Meta(ge=0)] = 0
    review_judge: str = ""
    review_simulations: Annotated[int, Meta(ge=1, le=10**7)] = 4000


def load() -> tuple[Settings, str]:
    """The settings, and a line to be said about them ("" for none). Never fails."""
    file = folder() / FILE
    try:
        text = bounded.bytes_of(file, limits.SETTINGS_FILE)
    except FileNotFoundError:
        return Settings(), ""
    except bounded.Refused as error:
        return Settings(), f"Herbarium cannot read your settings and uses the defaults ({file}: {error})."
    try:
        bounded.check_json(text)
        written = msgspec.json.decode(text, type=dict[str, Any])
        settings, refused = _taken(written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, bounded.Refused):
        settings, refused = Settings(), []
    else:
        if not refused:
            return settings, ""
    aside = file.with_name(f"{FILE}.damaged")
    with suppress(OSError):
        os.replace(file, aside)
    which = f"In your settings {_listed(refused)}" if refused else "Your settings were"
    return (
        settings,
        (
            f"{which} damaged and {'is' if len(refused) == 1 else 'are'} set back; "
            f"the old file is kept as {aside.name} in {aside.parent}."
        ),
    )


def _taken(written: dict[str, Any]) -> tuple[Settings, list[str]]:
    """The settings that a file holds, each one that is refused as on the first day; and the names of these."""
    settings, refused = Settings(), []
    for name in Settings.__struct_fields__:
        if name in written:
            try:
                setattr(settings, name, getattr(msgspec.convert({name: written[name]}, Settings), name))
            except (msgspec.ValidationError, RecursionError):
                refused.append(name)
    return settings, refused


def _listed(names: list[str]) -> str:
    """As in "zoom and speed were"."""
    words = [name.replace("_", " ") for name in names]
    return f"{words[0]} was" if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]} were"


def _encoded(settings: Settings) -> bytes:
    try:
        return msgspec.json.format(msgspec.json.encode(settings))
    except UnicodeEncodeError as error:
        raise saving.CannotWrite(f"{folder() / FILE}{saving.FAILED}{error.reason}") from None


def _write(data: bytes) -> str:
    try:
        saving.write(folder() / FILE, data)
    except saving.CannotWrite as error:
        return _not_saved(error)
    return ""


def _not_saved(error: saving.CannotWrite) -> str:
    return f"The settings cannot be saved ({saving.reason(error)}: {folder()})."


def save(settings: Settings) -> str:
    """Write the settings; returns a line to be said if that failed, else ""."""
    try:
        return _write(_encoded(settings))
    except saving.CannotWrite as error:
        return _not_saved(error)


class SettingsSaver:
    """Sees that settings have changed, so that they are written soon after and not only at the end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._kept = msgspec.structs.asdict(settings)
        self._since: float | None = None  # when the first change was seen that is not written
        self._failed: float | None = None  # when writing failed last, None if it did not

    def due(self, now: float | None = None) -> Callable[[], str] | None:
        """Return what writes the settings, on any thread, if that is due (`now` in seconds
        as of `monotonic`), else None.

        To be asked often. The writer returns a line for the user if writing fails, "" otherwise. It is due again some
        seconds later then, and reports the failure no second time.
        """
        present, now = msgspec.structs.asdict(self.settings), monotonic() if now is None else now
        again = self._failed is not None and now >= self._failed + AGAIN
        if present == self._kept and not again:
            self._since = None
            return None
        if self._since is None:
            self._since = now
        if now < self._since + SECONDS and not again:
            return None
        self._kept, self._since = present, None
        copy, failed = msgspec.structs.replace(self.settings), self._failed is not None
        self._failed = None

        def write() -> str:
            line = save(copy)
            if line:
                self._failed = monotonic()
            return "" if failed else line

        return write
