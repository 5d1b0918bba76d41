"""The settings that persist between runs, in one small file that is written atomically.

A damaged file is moved aside.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bots.report import Limit
from workbench.system import bounded, decoding, limits, saving
from workbench.system.folders import config_folder
from workbench.system.translation import tr, trn

FILE = "settings.json"
RENAMED_COMMANDS = {"mend": "fix"}  # old names of commands in the saved key bindings
RETRY_SECONDS = 5.0  # seconds from a failed save to the next attempt
SAVE_DELAY = 1.0  # seconds from a change to the save, so that rapid changes share one save


class LastGame(msgspec.Struct, frozen=True):
    """The options with which a game was last started."""

    spec: str
    seats: tuple[str, ...]
    names: tuple[str, ...] = ()
    limit: Limit | None = None


class Settings(msgspec.Struct, kw_only=True):
    """The settings of the program.

    Decoding rejects values that no widget can use. Unknown names in text settings are ignored where they are used.

    Attributes:
        zoom: The scale factor of the window.
        column: The width of the column beside the board, as a factor of its usual width.
        animation_speed: The speed factor of animations.
        turns: The rotation steps and mirroring of each game's board.
        geometry: The window's geometry in Tk's notation.
        last_spec: The spec of the last game.
        last_seats: The players of the last game.
        games: The options with which each game was last started, by game id.
        helper: The bot that moves for a person, by game id.
        speed: The index of the speed of games between bots.
        keys: The changed key bindings, by command.
        side: The content of the side panel.
        known_games: The games that no longer offer their tutorial, by game id.
        tutorial_steps: The step at which each tutorial continues, from 0, by game id.
        analyse_columns: The columns of the candidate list.
        analyse_sort: The column that sorts the candidates; a leading "-" sorts in ascending order.
        analyse_page: The page below the candidates.
        analyse_pages: The pages' fraction of the height; 0 for the default.
        analyse_facts: Whether sentences are followed by the facts behind them.
        evaluation_bar: Whether Analyse shows the evaluation bar beside the board.
        analyse_bots: The analysing bots, by game id.
        analyse_limit: The limit for each bot in one position.
        move_quality: Whether dots on the board show the quality of reviewed moves.
        match: The last match plan, without a list of openings.
        match_openings: The file that holds the openings of that plan.
        match_jobs: The number of games that the match plays in parallel.
        match_cluster: The address of the scheduler whose workers play; empty for this machine.
        match_keys: The folder with the keys of that cluster.
        match_running: The number of the running match; 0 for none.
        file_folders: The folder used last for each kind of file.
        recent_folders: The folders used last in file dialogs.
        review_judge: The bot that judges a reviewed game.
        review_simulations: The number of simulations for each position that a review searches.
        tutor: The setting for the smallest loss that the tutor objects to.
        compare_games: The maximum number of games for each move of a comparison.
        large_buttons: Whether the companion at a real table has large buttons, for a touch screen.
        compare_searches: Whether a short search continues these games instead of a policy, by game id.
    """

    theme: Literal["light", "dark", "system"] = "light"
    zoom: Annotated[float, Meta(ge=0.5, le=3)] = 1.0
    animation: bool = True
    names: bool = False
    letters: bool = True
    column: Annotated[float, Meta(ge=0.7, le=2)] = 1.0
    animation_speed: Annotated[float, Meta(ge=0.1, le=10)] = 1.0
    turns: dict[str, tuple[Annotated[int, Meta(ge=0, le=99)], bool]] = {}
    sound: bool = False
    moves_in_words: bool = True
    graph: bool = False
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
    known_games: tuple[str, ...] = ()
    tutorial_steps: dict[str, Annotated[int, Meta(ge=0, le=99)]] = {}
    analyse_columns: tuple[str, ...] = ("value",)
    analyse_sort: str = ""
    analyse_page: str = ""
    analyse_pages: Annotated[float, Meta(ge=0, le=1)] = 0.0
    analyse_facts: bool = False
    evaluation_bar: bool = True
    analyse_bots: dict[str, tuple[str, ...]] = {}
    analyse_limit: Limit | None = None
    move_quality: bool = False
    match: dict[str, Any] | None = None  # plain data; decoded by the matches package
    match_openings: str = ""
    match_jobs: Annotated[int, Meta(ge=0, le=4096)] = 0
    match_cluster: str = ""
    match_keys: str = ""
    match_running: Annotated[int, Meta(ge=0)] = 0
    file_folders: dict[str, str] = {}
    recent_folders: tuple[str, ...] = ()
    review_judge: str = ""
    review_simulations: Annotated[int, Meta(ge=1, le=10**7)] = 8000
    tutor: Literal["off", "level", "blunders", "mistakes", "inaccuracies"] = "off"
    compare_games: Annotated[int, Meta(ge=1, le=10**6)] = 2000
    compare_searches: dict[str, bool] = {}
    large_buttons: bool = False


def load() -> tuple[Settings, str]:
    """Return the settings and a message for the user, or "". Never raise.

    Invalid values are reset to their defaults.
    """
    file = config_folder() / FILE
    try:
        text = bounded.read_bytes(file, limits.SETTINGS_FILE)
    except FileNotFoundError:
        return Settings(), ""
    except bounded.RefusedError as error:
        return Settings(), tr(
            "Herbarium cannot read your settings and uses the defaults ({file}: {error}).", file=file, error=error
        )
    try:
        bounded.check_json(text)
        written = decoding.decode_json(text, dict[str, Any])
        settings, invalid = _decode_valid(written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, bounded.RefusedError):
        settings, invalid = Settings(), []
    else:
        if not invalid:
            return settings, ""
    aside = file.with_name(f"{FILE}.damaged")
    with suppress(OSError):
        os.replace(file, aside)
    which = tr("In your settings {names}", names=_join_names(invalid)) if invalid else tr("Your settings were")
    return (
        settings,
        (
            trn(
                "{which} damaged and has been reset; the old file is saved as {aside} in {parent}.",
                "{which} damaged and have been reset; the old file is saved as {aside} in {parent}.",
                len(invalid),
                which=which,
                aside=aside.name,
                parent=aside.parent,
            )
        ),
    )


def _decode_valid(written: dict[str, Any]) -> tuple[Settings, list[str]]:
    """Return the settings in a file, with defaults for invalid values, and the names of the invalid settings."""
    settings, invalid = Settings(), []
    for name in Settings.__struct_fields__:
        if name in written:
            try:
                setattr(settings, name, getattr(decoding.convert({name: written[name]}, Settings), name))
            except (msgspec.ValidationError, RecursionError):
                invalid.append(name)
    settings.keys = {RENAMED_COMMANDS.get(command, command): keys for command, keys in settings.keys.items()}
    return settings, invalid


def _join_names(names: list[str]) -> str:
    """Join the names and add the verb, such as "zoom and speed were"."""
    words = [name.replace("_", " ") for name in names]
    return (
        tr("{word} was", word=words[0])
        if len(words) == 1
        else tr("{words} and {last} were", words=", ".join(words[:-1]), last=words[-1])
    )


def _encoded(settings: Settings) -> bytes:
    try:
        return msgspec.json.format(msgspec.json.encode(settings))
    except UnicodeEncodeError as error:
        raise saving.WriteError(f"{config_folder() / FILE}{saving.FAILED}{error.reason}") from None


def _write(data: bytes) -> str:
    try:
        saving.write(config_folder() / FILE, data)
    except saving.WriteError as error:
        return _not_saved(error)
    return ""


def _not_saved(error: saving.WriteError) -> str:
    return tr(
        "The settings cannot be saved ({reason}: {config_folder}).",
        reason=saving.reason(error),
        config_folder=config_folder(),
    )


def save(settings: Settings) -> str:
    """Write the settings. Return a message for the user if that failed, or ""."""
    try:
        return _write(_encoded(settings))
    except saving.WriteError as error:
        return _not_saved(error)


class SettingsSaver:
    """A detector of changed settings, so that they are saved soon after a change and not only on exit."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._saved = msgspec.structs.asdict(settings)
        self._since: float | None = None  # time of the first unsaved change
        self._failed: float | None = None  # time of the last failed save; None if it succeeded

    def due(self, now: float | None = None) -> Callable[[], str] | None:
        """Return a function that saves the settings if a save is due, or None.

        Call this method often. The returned function may run on any thread. It returns a message for the user if saving
        fails, or "". After a failure it retries every `RETRY_SECONDS` without reporting the failure again.

        Args:
            now: The current time in seconds, as from `time.monotonic`; None to read the clock.
        """
        present, now = msgspec.structs.asdict(self.settings), monotonic() if now is None else now
        again = self._failed is not None and now >= self._failed + RETRY_SECONDS
        if present == self._saved and not again:
            self._since = None
            return None
        if self._since is None:
            self._since = now
        if now < self._since + SAVE_DELAY and not again:
            return None
        self._saved, self._since = present, None
        copy, failed = msgspec.structs.replace(self.settings), self._failed is not None
        self._failed = None

        def write() -> str:
            line = save(copy)
            if line:
                self._failed = monotonic()
            return "" if failed else line

        return write
