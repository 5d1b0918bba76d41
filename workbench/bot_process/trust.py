"""The bots that the user has allowed to run. Records, archives and pasted text can name any bot.

A bot from a Python file runs only if the user has used exactly that file before (real path and SHA-256), or agrees to a
question that shows both. A bot that demands far more threads, memory or thinking time than usual needs the same
agreement. Text that the user types counts as agreement; text from a file does not. The answers are saved beside
the settings.
"""

from __future__ import annotations

import ntpath
import os
import re
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from bots import BotError, Limit, Source
from bots.loading import sources
from workbench.bot_process.demands import demands
from workbench.protocol import commands, registry
from workbench.protocol.registry import is_only_ours
from workbench.system import bounded, decoding, folders, saving
from workbench.system.translation import tr

FILE = "trusted-bots.json"
OWN_FILE = ".py:"  # part of the spec of every bot from a Python file
MAX = 1000  # maximum number of saved files, and of saved bots with high resource demands; the oldest are dropped
MAX_BYTES = 2**20  # maximum size of the file with the saved answers, in bytes
_REMOTE = ("/net/", "/afs/")  # where checking a path may contact another machine


class Question(NamedTuple):
    """A question that the user must answer before a bot runs.

    Attributes:
        text: The bot's spec.
        file: The real path of its Python file, or "" for a built-in bot.
        digest: The SHA-256 of the file's content.
        command: The whole command of a program, "" for any other bot.
        remote: Whether even checking the path would contact another machine. The file is not read before the user
            agrees.
        demands: The bot's demands beyond the usual bounds, one clause each.
        limit: The limit that causes some of the demands, if any.
        changed: Whether the user has allowed the file with different content.
    """

    text: str
    file: str = ""
    digest: str = ""
    remote: bool = False
    demands: tuple[str, ...] = ()
    limit: Limit | None = None
    changed: bool = False
    command: str = ""

    @property
    def key(self) -> str:
        """The key under which permission for a bot with high resource demands is saved."""
        limit = "" if self.limit is None else f" limit {msgspec.json.encode(self.limit).decode()}"
        return f"{self.text}{limit}"


class NotAllowedError(BotError):
    """Raised for a bot that the user has not agreed to. `question` is the question to ask."""

    def __init__(self, question: Question) -> None:
        super().__init__(describe(question))
        self.question = question


class _SavedAnswers(msgspec.Struct):
    """The saved answers: the digest of each allowed file by its real path, and the keys of bots with high demands.

    `commands` has the allowed commands of programs, each after the folder where it was typed and a line end.
    """

    files: dict[str, str] = {}
    bots: list[str] = []
    commands: list[str] = []


class _Session:
    """The user's agreements for this process only."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.files: dict[str, str] = {}
        self.bots: set[str] = set()
        self.commands: set[str] = set()
        self.remote: set[str] = set()  # paths that may be read


_session = _Session()


def is_foreign(text: str) -> bool:
    """Return whether a bot is a Python file or a program, whose code must not run in this process."""
    return isinstance(text, str) and (OWN_FILE in text or registry.is_program(text))


# Asking ---------------------------------------------------------------------------------------------------------------


def question(text: str, limit: Limit | None = None) -> Question | None:
    """Return the question to ask before this bot runs with this limit, or None if the bot may run.

    Also return None for an invalid spec or an unreadable file: creating the bot reports the problem.
    """
    return _look_up(text, limit)[0]


def source(text: str, limit: Limit | None = None) -> Source | None:
    """Return the file and digest to run for a bot from a file, or None for a built-in bot.

    Pass the result to `bots.make`, in this process or another one, which runs the file only if it still has this
    digest.

    Raises:
        NotAllowedError: The user must be asked first.
        BotError: The file cannot be read, or the permissions of a program cannot be given.
    """
    own = sources.parse_text(text)
    while True:
        request, found = _look_up(text, limit)
        if request is not None:
            raise NotAllowedError(request)
        if found is not None and found.command:
            commands.check_permissions(found.allow)  # a match may have begun in a folder that was free before
            words = _started_words(text, found.command)
            if missing := commands.missing_permissions(words, found.allow):
                raise BotError(missing)
            return found._replace(command=words, path=words[0])
        if own is None or found is not None:
            if found is None and (program := registry.program_of(text)) is not None:
                _words_of(program)  # This raises the reason.
            return found
        sources.read_file(own.path)  # This raises the reason. If the file can be read after all, ask the user.


def _look_up(text: str, limit: Limit | None) -> tuple[Question | None, Source | None]:
    """Return the question to ask, if any, and the bot's file if it can be read."""
    own, program = sources.parse_text(text), registry.program_of(text)
    found = demands(text, limit)
    limit = limit if found and demands(text) != found else None
    if own is None and program is None and not found:
        return None, None  # the usual case: no file has to be read
    request, file_source, kept = Question(text, demands=found, limit=limit), None, _saved_answers()
    if program is not None:
        try:
            words, allow = _words_of(program)
        except BotError:
            return None, None
        file_source = Source(words[0], command=words, allow=allow or ())
        asked = request._replace(command=commands.join_words(words))
        key = _command_key(asked)
        if allow is None and key not in kept.commands and key not in _session.commands:
            return asked, file_source
    if own is not None:
        path = os.path.normpath(os.path.expanduser(own.path))
        if is_remote(path) and path not in _session.remote and path not in kept.files:
            return request._replace(file=path, remote=True), None
        try:
            file = os.path.realpath(path)
            file_source = Source(file, sources.digest_of(sources.read_file(file)))
        except (OSError, ValueError):
            return None, None
        if file_source.digest not in (kept.files.get(file), _session.files.get(file)):
            changed = file in kept.files or file in _session.files
            return request._replace(file=file, digest=file_source.digest, changed=changed), file_source
    if found and request.key not in kept.bots and request.key not in _session.bots:
        return request, file_source
    return None, file_source


def _words_of(program: registry.ProgramSpec) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """Return the words of a program's command, and its permissions if the user has registered exactly this command.

    Do not access any file, because another machine may notice it.

    Raises:
        BotError: The command cannot be split into words.
    """
    registered = program.registered
    if not program.command and registered is not None:
        return registered.command, registered.allow
    words = commands.split_command(program.command)
    words = (commands.first_path(words) or words[0], *words[1:])
    if registered is not None and words == registered.command:
        return words, registered.allow
    return words, None


def _started_words(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words to start. Those of a registered program do not change, whatever this folder contains.

    Raises:
        BotError: The program does not exist or is not executable.
    """
    program = registry.program_of(text)
    if program is None or program.registered is None or words != program.registered.command:
        return commands.resolve(words)
    commands.check_program(words[0])
    return words


# Answers --------------------------------------------------------------------------------------------------------------


def allow_typed(*texts: str, limit: Limit | None = None) -> None:
    """Save the agreement to bots that the user has typed or chosen, with their current files and demands."""
    for text in texts:
        own = sources.parse_text(text)
        if own is not None:
            path = os.path.normpath(os.path.expanduser(own.path))
            if is_remote(path):
                _session.remote.add(path)
        if (request := question(text, limit)) is not None:
            allow_always(request)


def allow_chosen(texts: Iterable[str], limit: Limit | None, offered: Iterable[tuple[str, Limit | None]]) -> None:
    """Save the agreement to bots that the user has chosen in a form.

    Files and demands that the form already contained are not a choice, because they may come from a stranger's file.
    The user is asked about them before the bot runs.

    Args:
        texts: The chosen bots.
        limit: The chosen limit.
        offered: The bots and limits that the form already contained.
    """
    offered = tuple(offered)
    before = {text for text, _ in offered}
    texts = [text for text in texts if not is_foreign(text) or text not in before]
    filled = {clause for text, had in offered for clause in demands(text, had)}
    for text in texts:
        bare = re.split(r"[(:]", text, maxsplit=1)[0]
        known = filled | {clause for _, had in offered if not is_foreign(text) for clause in demands(bare, had)}
        if is_foreign(text) or not known.issuperset(demands(text, limit)):
            allow_typed(text, limit=limit)


def allow_once(request: Question) -> None:
    """Allow a bot until this process ends.

    For a path on another machine, this only allows reading the file: ask `question` again.
    """
    with _session.lock:
        if request.remote:
            _session.remote.add(request.file)
            return
        if request.file:
            _session.files[request.file] = request.digest
        if request.command:
            _session.commands.add(_command_key(request))
        if request.demands:
            _session.bots.add(request.key)


def allow_always(request: Question) -> str:
    """Allow a bot from now on. Return why the answer cannot be saved, or ""."""
    allow_once(request)
    if request.remote:
        return ""
    kept = _saved_answers()
    if request.file:
        kept.files.pop(request.file, None)
        kept.files[request.file] = request.digest
    if request.command and (key := _command_key(request)) not in kept.commands:
        kept.commands.append(key)
    if request.demands and request.key not in kept.bots:
        kept.bots.append(request.key)
    kept.files = dict(list(kept.files.items())[-MAX:])
    kept.bots, kept.commands = kept.bots[-MAX:], kept.commands[-MAX:]
    try:
        saving.write(_file(), msgspec.json.format(msgspec.json.encode(kept)))
    except (saving.WriteError, UnicodeEncodeError) as error:
        return tr("Your answer cannot be saved ({reason}: {file}).", reason=saving.reason(error), file=_file())
    return ""


def _command_key(request: Question) -> str:
    """Return the key under which permission for a command is saved: paths in it start from this folder."""
    return f"{commands.base_folder()}\n{request.command}"


def allow_all_once(texts: Iterable[str], limit: Limit | None = None) -> None:
    """Allow all these bots until this process ends, for `--run-bots`."""
    for text in texts:
        while (request := question(text, limit)) is not None:
            allow_once(request)


def forget_session() -> None:
    """Discard the agreements that are valid only for this process. Used by tests."""
    global _session
    _session = _Session()


def _file() -> Path:
    return folders.config_folder() / FILE


def _saved_answers() -> _SavedAnswers:
    """Return the saved answers. Never raise: a damaged or unsafe file counts as empty, and the user is asked again."""
    with suppress(OSError, ValueError, RecursionError, msgspec.MsgspecError):
        with os.fdopen(bounded.open_regular(_file()), "rb") as opened:
            data = opened.read(MAX_BYTES + 1) if is_only_ours(os.fstat(opened.fileno())) else b""
        if len(data) <= MAX_BYTES:
            return decoding.decode_json(data, _SavedAnswers)
    return _SavedAnswers()


def is_remote(path: str, windows: bool = os.name == "nt") -> bool:
    """Return whether checking a path may contact another machine: on Windows, any network share."""
    if windows:
        return ntpath.normpath(path).startswith("\\\\") or path[:2] in ("//", "\\/", "/\\")
    return os.path.abspath(path).startswith(_REMOTE)


# Messages ---------------------------------------------------------------------------------------------------------


def describe(request: Question) -> str:
    """Return a line that names a bot's file or demands and says that it has not run."""
    if request.remote:
        return tr(
            "{file} is on another machine and you have not used it before, so Herbarium has not looked at it",
            file=request.file,
        )
    if request.command:
        return tr(
            "{text} would start a program that you have not allowed, so Herbarium has not started it: {command}",
            text=request.text if len(request.text) < 60 else tr("this bot"),
            command=request.command,
        )
    if request.file:
        more = tr("; it asks for {clauses}", clauses=_join_clauses(request.demands)) if request.demands else ""
        new = (
            tr("has changed since you allowed it")
            if request.changed
            else tr("is a Python file that you have not used before")
        )
        return tr(
            "{file} (SHA-256 {digest}) {new}, so Herbarium has not run it{more}",
            file=request.file,
            digest=request.digest,
            new=new,
            more=more,
        )
    return tr("{request} asks for {clauses}", request=request.text, clauses=_join_clauses(request.demands))


def _join_clauses(clauses: tuple[str, ...]) -> str:
    return (
        clauses[0]
        if len(clauses) == 1
        else tr("{clauses} and {last}", clauses=", ".join(clauses[:-1]), last=clauses[-1])
    )
