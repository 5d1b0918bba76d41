"""The theme of the desktop."""

from __future__ import annotations

import sys
from shutil import which
from subprocess import SubprocessError, run
from threading import Thread
from time import monotonic

FRESH_SECONDS = 5.0  # age at which the theme is queried again


class Desktop:
    """The theme of the desktop, cached. Only the first query blocks; later ones run on a thread."""

    def __init__(self) -> None:
        self._theme = ""
        self._asked_at = 0.0

    def theme(self) -> str:
        """Return "light" or "dark", from the last query."""
        if not self._theme:
            self._query()
        elif monotonic() - self._asked_at > FRESH_SECONDS:
            self._asked_at = monotonic()
            Thread(target=self._query, name="desktop", daemon=True).start()
        return self._theme

    def _query(self) -> None:
        self._theme = system_theme()
        self._asked_at = monotonic()


def system_theme() -> str:
    """Return "light" or "dark"; "light" if the desktop has no preference. Can block for half a second."""
    try:
        if sys.platform == "win32":
            import winreg

            path = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
                return "light" if winreg.QueryValueEx(key, "AppsUseLightTheme")[0] else "dark"
        if sys.platform == "darwin":
            command = ["defaults", "read", "-g", "AppleInterfaceStyle"]
        elif which("gsettings"):
            command = ["gsettings", "get", "org.gnome.desktop.interface", "color-scheme"]
        else:
            return "light"
        answer = run(command, capture_output=True, text=True, timeout=0.5, check=False).stdout
        return "dark" if "dark" in answer.lower() else "light"
    except (OSError, SubprocessError):
        return "light"
