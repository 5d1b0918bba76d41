"""The checks of the handshake, the options and the form of messages, without a game."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic, sleep
from typing import Any, get_args

import fastcore
from fastcore import Option
from workbench.programs.check.conversation import Conversation, NoAnswerError, Reply, decode_fault, is_own
from workbench.programs.check.results import Results
from workbench.protocol import messages
from workbench.protocol.greeting import hello
from workbench.protocol.reports import as_option
from workbench.system import decoding

HELLO = (
    "answers hello within the limit", "the answer to hello has a result", "names a version that was offered",
    "has a name", "wants only what the protocol offers", "the answer to hello has valid members",
    "claims only games that exist", "claims at least one game", "option names are unique",
    "every option has a valid default", "sends nothing else before the first game",
)  # fmt: skip
OTHER_VERSION = ("refuses hello without a common version",)
OPTIONS = (
    "accepts the default of every option", "accepts the smallest and the largest value of every option",
    "refuses an unknown option", "names the field of an option that it refuses",
    "refuses a value outside the limits of an option",
)  # fmt: skip
ROBUST = (
    "answers ping", "answers ping with the same id", "answers large ids", "ignores unknown members",
    "ignores an unknown notification", "answers an unknown method",
    "an error for an unknown method has the code -32601",
    "ignores a stop for a question that was never asked", "ignores an empty line", "reads lines with CRLF",
    "survives a line that is not JSON", "survives a line that is not an object", "reads a line of 60,000 bytes",
    "reads a message that arrives in pieces", "answers 50 pings in order",
)  # fmt: skip
PING_SECONDS = 10.0


def greet(conversation: Conversation) -> Reply:
    """Return the answer to hello."""
    reply = conversation.ask(hello(), messages.START_SECONDS)
    conversation.greeted = True
    return reply


def check_hello(conversation: Conversation, results: Results) -> messages.Identity | None:
    """Check the handshake. Return the identity if a game could begin with it."""
    reply = greet(conversation)
    results.check(HELLO[0], True)
    said = reply.result if isinstance(reply.result, dict) else {}
    if not results.check(
        HELLO[1], isinstance(reply.result, dict), "there is no result, or it is not an object", reply.line
    ):
        results.skip("hello has no result", *HELLO[2:])
        return None
    offered = said.get("version") in messages.VERSIONS
    results.check(HELLO[2], offered, f"the version is {said.get('version')!r}", reply.line)
    results.check(HELLO[3], isinstance(said.get("name"), str) and said["name"].strip(), "name is missing", reply.line)
    unknown = unknown_wants(said.get("wants"))
    results.check(HELLO[4], not unknown, f"the protocol does not offer {', '.join(unknown[:3])}", reply.line)
    wrong = decode_fault(reply.raw, messages.Identity)
    if unknown and wrong.startswith("wants["):
        results.skip("wants is invalid", HELLO[5])
    else:
        results.check(HELLO[5], not wrong, wrong, reply.line)
    if wrong:
        results.skip("the answer to hello is not valid", *HELLO[6:])
        return None
    identity = decoding.decode_json(reply.raw, messages.Identity)
    missing = [game for game in identity.games if game != "*" and not exists(game)]
    results.check(HELLO[6], not missing, f"there is no game {', '.join(map(repr, missing[:1]))}", reply.line)
    results.check(HELLO[7], identity.games, "games is empty", reply.line)
    names = [option.name for option in identity.options]
    results.check(HELLO[8], len(set(names)) == len(names), "two options have the same name", reply.line)
    wrong = option_fault(identity.options)
    results.check(HELLO[9], not wrong, wrong, reply.line)
    late = [*(note.method for note in reply.notes if not is_allowed(note)), *conversation.late_lines()]
    results.check(HELLO[10], not late, "it sent a line that nobody asked for", "".join(map(str, late[:1])))
    return identity if offered and identity.games and not missing and not wrong else None


def unknown_wants(wants: Any) -> list[str]:
    """Return the texts of `wants` that the protocol does not have."""
    known = get_args(messages.Want)
    return [want for want in wants if isinstance(want, str) and want not in known] if isinstance(wants, list) else []


def is_allowed(note: messages.Incoming) -> bool:
    """Return whether a notification may come before the answer to hello."""
    return note.method == messages.Busy.method or is_own(note)


def exists(game: str) -> bool:
    """Return whether a game's id or spec exists."""
    try:
        fastcore.start(game)
    except ValueError:
        return False
    return True


def option_fault(options: Sequence[messages.ProgramOption]) -> str:
    """Return what is wrong with the first invalid option, or ""."""
    for declared in options:
        if declared.type != "choice" and declared.min > declared.max:
            return f"{declared.name} has a min above its max: {declared.min:g} and {declared.max:g}"
        try:
            as_option(declared)
        except ValueError as error:
            return str(error)
    return ""


def check_other_version(conversation: Conversation, results: Results) -> None:
    """Check that a bot does not pretend to speak a version that it does not know."""
    reply = conversation.ask(hello([999]), messages.START_SECONDS)
    spoken = reply.result.get("version") if isinstance(reply.result, dict) else None
    results.check(OTHER_VERSION[0], reply.error is not None or spoken in messages.VERSIONS,
                  "it must answer with an error, or with a version that it speaks", reply.line)  # fmt: skip


def check_options(conversation: Conversation, results: Results, identity: messages.Identity) -> None:
    """Check the options."""
    declared = [(option, as_option(option)) for option in identity.options]
    if not declared:
        results.skip("it has no options", *OPTIONS)
        return
    refused = [
        reply
        for option, _ in declared
        if option.default is not None and (reply := set_option(conversation, option.name, option.default)).error
    ]
    results.check(OPTIONS[0], not refused, "it refuses a default", "".join(reply.line for reply in refused[:1]))
    refused = []
    for option, known in declared:  # one at a time, because some values exclude each other
        last = extreme_values(known)[0] if option.default is None else option.default
        answers = [set_option(conversation, option.name, value) for value in (*extreme_values(known), last)]
        refused += [reply for reply in answers if reply.error]
    results.check(OPTIONS[1], not refused, "it refuses a value", "".join(reply.line for reply in refused[:1]))
    reply = set_option(conversation, "no_such_option", 1)
    results.check(OPTIONS[2], reply.error is not None, "it accepts the option no_such_option", reply.line)
    field = reply.error.data.field if reply.error is not None and reply.error.data is not None else ""
    results.check(OPTIONS[3], field == "no_such_option", "data.field does not name the option", reply.line)
    option, known = declared[0]
    beyond: Any = "no such value" if known.kind == "choice" else known.most + max(1.0, abs(known.most))
    reply = set_option(conversation, option.name, beyond)
    results.check(OPTIONS[4], reply.error is not None, f"it accepts {option.name} = {beyond}", reply.line)


def extreme_values(option: Option) -> list[Any]:
    """Return the first and the last value of an option."""
    if option.kind == "choice":
        return [option.choices[0], option.choices[-1]]
    return [int(option.least), int(option.most)] if option.kind == "whole" else [option.least, option.most]


def set_option(conversation: Conversation, name: str, value: Any) -> Reply:
    """Set an option and return the answer."""
    return conversation.ask(messages.SetOption(name, value), messages.NEW_GAME_SECONDS)


def check_robustness(conversation: Conversation, results: Results) -> None:
    """Check that unusual messages do no harm."""
    reply = conversation.ask(messages.Ping(), PING_SECONDS)
    results.check(ROBUST[0], reply.error is None, "it answers ping with an error", reply.line)
    results.check(
        ROBUST[1],
        "wrong id" not in conversation.faults,
        "it answers with another id",
        conversation.faults.get("wrong id", ""),
    )
    conversation.number = 2**40
    results.check(
        ROBUST[2],
        conversation.ask(messages.Ping(), PING_SECONDS).error is None,
        "it answers an id of 2^40 with an error",
    )
    conversation.number += 1
    line = f'{{"jsonrpc":"2.0","id":{conversation.number},"method":"ping","params":{{"x-new":1}},"x-more":[1]}}\n'
    reply = conversation.ask_line(line.encode(), conversation.number, PING_SECONDS)
    results.check(ROBUST[3], reply.error is None, "it answers unknown members with an error", reply.line)
    for name, text in (
        (ROBUST[4], b'{"jsonrpc":"2.0","method":"x-unknown","params":{}}\n'),
        (ROBUST[7], messages.note(messages.Stop(123456))),
        (ROBUST[8], b"\n"),
        (ROBUST[9], b'{"jsonrpc":"2.0","method":"x-unknown","params":{}}\r\n'),
        (ROBUST[10], b"this is not JSON\n"),
        (ROBUST[11], b"[1,2,3]\n"),
        (ROBUST[12], b'{"jsonrpc":"2.0","method":"x-unknown","params":{"text":"' + b"x" * 59_900 + b'"}}\n'),
    ):  # fmt: skip
        if name == ROBUST[7]:
            check_unknown_method(conversation, results)
        conversation.send(text)
        wrong_form = name in ROBUST[10:12]  # may be answered with an error without an id
        late = [] if wrong_form else conversation.late_lines()
        answered = pinged(conversation) is not None
        results.check(name, answered and not late, "it answers the line, or does not answer the ping after it",
                      "".join(late[:1]) or conversation.last_heard)  # fmt: skip
    conversation.number += 1
    line = f'{{"jsonrpc":"2.0","id":{conversation.number},"method":"ping","params":{{}}}}\n'
    conversation.send(line[:20].encode())
    sleep(0.05)
    reply = conversation.ask_line(line[20:].encode(), conversation.number, PING_SECONDS)
    results.check(ROBUST[13], reply.error is None, "it answers the pieces with an error", reply.line)
    first = conversation.number + 1
    conversation.number += 50
    conversation.send(b"".join(messages.call(first + step, messages.Ping()) for step in range(50)))
    replies = [conversation.wait(first + step, PING_SECONDS) for step in range(50)]
    results.check(ROBUST[14], not any(reply.error for reply in replies) and "wrong id" not in conversation.faults,
                  "it does not answer each ping once, in order", conversation.faults.get("wrong id", ""))  # fmt: skip


def check_unknown_method(conversation: Conversation, results: Results) -> None:
    """Check the answer to a request that no version has."""
    conversation.number += 1
    line = f'{{"jsonrpc":"2.0","id":{conversation.number},"method":"x-unknown","params":{{}}}}\n'
    reply = conversation.ask_line(line.encode(), conversation.number, PING_SECONDS)
    results.check(ROBUST[5], True)
    code = messages.NO_METHOD if reply.error is None else reply.error.code
    results.check(ROBUST[6], code == messages.NO_METHOD, f"the code is {code}", reply.line)


def pinged(conversation: Conversation) -> Reply | None:
    """Return the answer to a ping, or None. Skip errors without an id."""
    until = monotonic() + PING_SECONDS
    try:
        reply = conversation.ask(messages.Ping(), PING_SECONDS)
        while reply.error is not None and not reply.has_id:
            conversation.answered.discard(conversation.number)
            reply = conversation.wait(conversation.number, max(0.0, until - monotonic()))
    except NoAnswerError:
        return None
    return reply
