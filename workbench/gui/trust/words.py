"""The texts about bots that need the user's permission."""

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
LONGEST = 160  # characters of a path or spec that are shown in full


def shortened(text: str) -> str:
    """Return a long path or spec without its middle; the end matters most."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 3]} … {text[-(LONGEST - LONGEST // 3) :]}"


def grouped(digest: str) -> str:
    """Return a digest in groups of eight digits, which are easy to wrap and to compare."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


def needs_permission(side: str) -> str:
    """Return the notice for a waiting seat."""
    return f"{side}'s bot needs your permission."


def question_text(asked: Question) -> str:
    """Return the question about a bot: its file, its demands and a warning, one per line."""
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


def full_text(asked: Question) -> str:
    """Return the full text of everything that `question_text` shortens, for a tip."""
    return f"{asked.file}\nSHA-256 {asked.digest}" if asked.file else asked.text


def always_label(asked: Question) -> str:
    """Return the label of the button that allows a bot for good."""
    return ALLOW_FILE if asked.file else ALLOW_BOT
