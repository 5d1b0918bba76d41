"""What the window says about bots that need the user's permission."""

from __future__ import annotations

from workbench.bot_process import sandbox
from workbench.bot_process.trust import Question

ALLOW_ONCE = "Allow once"
ALLOW_FILE = "Always allow this file"
ALLOW_BOT = "Always allow this bot"
LOOK = "Look at the file"
CHOOSE = "Choose another bot"
PLAY = "Play this seat"
NONE_WAITS = "No bot is waiting for your permission."
HEAD = "A bot needs your permission"
LONGEST = 160  # letters of a path or a bot's text that are shown in full


def shortened(text: str) -> str:
    """Leave out the middle of a long path or bot text: its end says most."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 3]} … {text[-(LONGEST - LONGEST // 3) :]}"


def grouped(digest: str) -> str:
    """Return a digest in groups of eight digits, which are easy to wrap and to compare."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


def needs(side: str) -> str:
    return f"{side}'s bot needs your permission."


def about(asked: Question) -> str:
    """Return the question about a bot: its file, its demands and a warning, each on a separate line."""
    lines = []
    if asked.remote:
        lines += [
            f"The bot's file is on another machine:\n{shortened(asked.file)}",
            "Herbarium has not looked at this file. Looking may tell the other machine who you are.",
        ]
    elif asked.file:
        new = (
            "Its Python file has changed since you allowed it"
            if asked.changed
            else "It is a Python file that you have not used before"
        )
        lines += [f"{new}:\n{shortened(asked.file)}\nSHA-256 {grouped(asked.digest)}"]
    if asked.demands:
        lines.append(f"{shortened(asked.text) if not asked.file else 'It also'} asks for {', '.join(asked.demands)}.")
    if asked.file and not asked.remote:
        lines.append("A bot is a program: allow it only if you trust its author.")
        lines += filter(None, [sandbox.warning()])
    return "\n".join(lines)


def full(asked: Question) -> str:
    """Return everything that was shortened, for a tip."""
    return f"{asked.file}\nSHA-256 {asked.digest}" if asked.file else asked.text


def always(asked: Question) -> str:
    return ALLOW_FILE if asked.file else ALLOW_BOT
