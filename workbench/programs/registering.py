"""Registration of a program as a bot: it is started once and asked who it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bots import BotError
from bots.loading.sources import NAME, Source, written_program
from workbench.bot_process.messages import Sit
from workbench.bot_process.process import START_SECONDS, BotProcess, PlayerFaultError
from workbench.bot_process.program_link import ProgramLink
from workbench.protocol import commands, registry
from workbench.protocol.greeting import meaning_of
from workbench.protocol.registry import RegisteredProgram


def register(name: str, words: Sequence[str], allow: Sequence[str] = (), chosen: str = "") -> RegisteredProgram:
    """Start a program, ask who it is, and save it under a name. Wait for the program.

    Nothing is saved before the program has answered, so a name keeps its program if the new one fails.
    Without new options, a name keeps the options that were chosen for it earlier, if the program still declares them.

    Args:
        name: The name. A program that already has this name is replaced.
        words: The words of the command as typed.
        allow: The permissions (`commands.check_permissions`).
        chosen: The options that apply to the bare name, such as "depth=3,style=calm".

    Raises:
        BotError: The name, the command, a permission or an option is invalid, or the program does not speak the
            protocol.
    """
    if fault := registry.name_fault(name):
        raise BotError(fault)
    command, permissions = commands.resolve(words), commands.check_permissions(allow)
    if missing := commands.missing_permissions(command, permissions):
        raise BotError(missing)
    before = registry.programs().get(name)
    text = written_program(NAME, commands.join_words(command))
    process = BotProcess(text, source=Source(command[0], command=command, allow=permissions))
    try:
        process.begin()
        process.ask(Sit(text, 0, "", None, None), START_SECONDS, "start")
        link = process.link
        assert isinstance(link, ProgramLink) and link.identity is not None
        identity = link.identity
        meaning = " ".join(meaning_of(identity).split())  # a name may have several lines
        program = RegisteredProgram(command, permissions, meaning, identity.games, identity.options, identity.reports)
        if chosen:
            program = registry.with_chosen(program, chosen)
        elif before is not None:
            with suppress(ValueError):  # the program no longer declares these options
                program = registry.with_chosen(program, before.chosen)
        registry.add(name, program)
        return program
    except PlayerFaultError as fault_error:
        raise BotError(f"{name}: {fault_error.bare}") from None
    finally:
        process.close()
