"""The texts about bots that need the user's permission."""

from __future__ import annotations

from workbench.bot_process import sandbox
from workbench.bot_process.trust import Question
from workbench.system.translation import tr

ALLOW_ONCE = tr("Allow once")
ALLOW_FILE = tr("Always allow this file")
ALLOW_BOT = tr("Always allow this bot")
ALLOW_COMMAND = tr("Always allow this command")
LOOK = tr("Look at the file")
CHOOSE = tr("Choose another bot")
PLAY = tr("Play this seat")
NONE_WAITS = tr("No bot is waiting for your permission.")
HEAD = tr("A bot needs your permission")
LONGEST = 160  # maximum length of a path or spec that is shown in full


def shortened(text: str) -> str:
    """Return a text with the middle of a long path or spec left out, because the end matters most."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 3]} … {text[-(LONGEST - LONGEST // 3) :]}"


def grouped(digest: str) -> str:
    """Return a digest in groups of eight digits, for wrapping and comparing."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


def needs_permission(side: str) -> str:
    """Return the notice that a seat's bot needs permission."""
    return tr("{side}'s bot needs your permission.", side=side)


def question_text(question: Question) -> str:
    """Return the question about a bot: file, requirements and a warning, one per line."""
    lines = []
    if question.command:
        lines += [tr("It would start a program that you have not allowed:\n{command}", command=question.command)]
    elif question.remote:
        lines += [
            tr("The bot's file is on another machine:\n{shortened}", shortened=shortened(question.file)),
            tr("Looking at the file may reveal your identity to that machine."),
        ]
    elif question.file:
        new = (
            tr("Its Python file has changed since you allowed it")
            if question.changed
            else tr("It is a Python file that you have not used before")
        )
        lines += [
            tr(
                "{new}:\n{shortened}\nSHA-256 {grouped}",
                new=new,
                shortened=shortened(question.file),
                grouped=grouped(question.digest),
            )
        ]
    if question.demands:
        lines.append(
            tr(
                "{shortened} asks for {demands}.",
                shortened=tr("The bot also") if question.file or question.command else shortened(question.text),
                demands=", ".join(question.demands),
            )
        )
    if question.command or (question.file and not question.remote):
        lines.append(tr("A bot is a program. Allow it only from authors you trust."))
        lines += filter(None, [sandbox.warning()])
    return "\n".join(lines)


def full_text(question: Question) -> str:
    """Return the unshortened texts of `question_text`, for a tip."""
    if question.command:
        return question.command
    return (
        tr("{file}\nSHA-256 {digest}", file=question.file, digest=question.digest) if question.file else question.text
    )


def always_label(question: Question) -> str:
    """Return the label of the button that allows a bot permanently."""
    return ALLOW_COMMAND if question.command else ALLOW_FILE if question.file else ALLOW_BOT
