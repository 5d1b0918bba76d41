"""What the desktop wishes: its theme, asked for without keeping the window waiting."""

from __future__ import annotations

import sys
from shutil import which
from subprocess import SubprocessError, run
from threading import Thread
from time import monotonic

FRESH_SECONDS = 5.0  # after which it is asked again when somebody wants to know


class Desktop:
    """The first answer is waited for, as there is no window yet; later ones are those that came in the meantime."""

    def __init__(self) -> None:
        self._theme = ""
        self._asked = 0.0

    def theme(self) -> str:
        """ "light" or "dark"."""
        if not self._theme:
            self._ask()
        elif monotonic() - self._asked > FRESH_SECONDS:
            self._asked = monotonic()
            Thread(target=self._ask, name="desktop", daemon=True).start()
        return self._theme

    def _ask(self) -> None:
        self._theme = system_theme()
        self._asked = monotonic()


def system_theme() -> str:
    """The theme that the desktop asks for, "light" where it does not say; that may take half a second."""
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
