"""`herbarium play`: plays a game in the terminal, a new one or one from a record."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from datetime import datetime
from pathlib import Path

from workbench import boards
from workbench.bot_process import trust
from workbench.cli.playing import seats, words
from workbench.cli.playing.game_saver import GameSaver
from workbench.cli.playing.prompt import Prompt
from workbench.cli.playing.voice import Voice
from workbench.cli.shared import players, situations, sources
from workbench.cli.shared.readers import MAX_SEED, SALT_HELP, InputError, salt, whole_number
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.records.seeds import new_seed
from workbench.results import adaptive, history, rating
from workbench.storage import autosave, library, traces
from workbench.storage.session_records import session_of
from workbench.storage.stored_game import without_autosave_tag
from workbench.system.language.formats import format_moment
from workbench.system.translation import tr
from workbench.table.setup import default_setup


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument(
        "spec",
        nargs="?",
        help=tr('the game, such as "name(size=4)", a whole situation, or a record; default: a small first game'),
    )
    parser.add_argument(
        "--seats",
        metavar="A,B,...",
        help=tr("the players: person, a level such as club, or a bot such as mcts:steady or ./mine.py:Mine"),
    )
    parser.add_argument("--bot", metavar="BOT", help=tr("this bot for every seat except the first"))
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="N", help=tr("fixes dice and deals; default: random")
    )
    parser.add_argument("--salt", type=salt, metavar="HEX", help=SALT_HELP)
    parser.add_argument("--by-hand", action="store_true", help=tr("type dice, deals and other chance events yourself"))
    parser.add_argument("--position", metavar="TEXT", help=tr("start from this position text"))
    parser.add_argument(
        "--record",
        metavar="FILE",
        help=tr("save the game in this file after every change; continue it if the file exists"),
    )
    parser.add_argument(
        "--recover", action="store_true", help=tr("continue an unfinished game, for example after a crash")
    )
    parser.add_argument(
        "--run-bots",
        action="store_true",
        help=tr("run the bots that a record names, even if you have not used them before"),
    )


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The game cannot be opened or started.
    """
    try:
        kept = open_record(arguments)
        if kept is None:
            session, file = new_session(arguments), None if arguments.record is None else Path(arguments.record)
        else:
            session, file = kept
        if arguments.run_bots:
            trust.allow_all_once((player for player in session.seats if player != PERSON), session.limit)
        if arguments.by_hand:
            session.by_hand = "always"
        prompt = Prompt(session, Voice(), GameSaver(session, file))
        prompt.table.bots.seating.wait(opened=kept is not None)
    except ValueError as error:
        raise InputError(tr("play: {error}", error=error)) from None
    voice = prompt.voice
    voice.print_paragraph(words.first_line(session.point.info, session.spec, session.seats, session.seed))
    abandoned = autosave.find_abandoned()
    if abandoned and not arguments.recover:
        voice.print_lines(words.unfinished_game(format_moment(datetime.fromtimestamp(abandoned[0].changed))))
    return prompt.run()


def open_record(arguments: Namespace) -> tuple[Session, Path | None] | None:
    """Return the game of an existing record and its file, or None for a new game.

    Raises:
        ValueError: The record cannot be opened, or options for a new game are given as well.
    """
    named: str | None = None
    if arguments.recover:
        abandoned = [game for game in autosave.find_abandoned() if game.record is not None]
        if not abandoned or abandoned[0].record is None:
            raise ValueError(tr("there is no unfinished game"))
        with autosave.lock_abandoned(abandoned[0].file) as ours:
            if not ours:
                raise ValueError(tr("another program has just opened the unfinished game"))
            record = without_autosave_tag(files.read(abandoned[0].file))
            session = prepare_session(session_of(record))
            traces.load_traces(session.document.tree, abandoned[0].file)
            file = library.Library().save(record)
            traces.write(file, traces.of_tree(session.document.tree))
            autosave.remove(abandoned[0].file)
    else:
        named = next(
            (text for text in (arguments.record, arguments.spec) if text and text.endswith(files.SUFFIX)),
            arguments.record,
        )
        if named is None or (named == arguments.record and not Path(named).exists()):
            return None
        file = Path(named)
        session = prepare_session(session_of(files.read(file)))
        traces.load_traces(session.document.tree, file)
        library.add_recent(file)
    if (
        arguments.spec not in (None, named)
        or arguments.position is not None
        or arguments.seed is not None
        or arguments.salt is not None
    ):
        if named is not None and named == arguments.record:
            raise ValueError(words.holds_a_game(file))
        raise ValueError(tr("a saved game has its own game, position, seed and salt: leave out these options"))
    if arguments.seats is not None or arguments.bot is not None:
        for seat, player in enumerate(players.seats(session.spec, len(session.seats), arguments.seats, arguments.bot)):
            if player != PERSON:
                seats.note_agreement(player, limit=session.limit)
            if player != session.seats[seat]:
                session.change_seat(seat, player)
    return session, file


def prepare_session(session: Session) -> Session:
    """Prepare the session of a record for play at the terminal, and return it.

    Raises:
        ValueError: The game cannot be played.
    """
    if session.follows is not None:
        raise ValueError(tr("this record has only one player's view; use herbarium show"))
    session.trusted = False
    for seat, player in enumerate(session.seats):
        if player != PERSON:
            session.change_seat(seat, player)  # checks that the bot still exists
    return session


def new_session(arguments: Namespace) -> Session:
    """Return a new session according to the arguments.

    Raises:
        ValueError: An argument is invalid.
    """
    seed = new_seed() if arguments.seed is None else arguments.seed
    text = boards.newcomers_spec() if arguments.spec is None else arguments.spec
    if (arguments.spec, arguments.seats, arguments.bot, arguments.position) == (None, None, None, None):
        return Session(text, default_setup(text, seed).seats, seed, salt=arguments.salt)
    if arguments.position is not None:
        if " " in text:
            raise ValueError(tr("give a whole situation or --position, not both"))
        text = f"{text} {arguments.position}"
    try:
        state = situations.parse_situation(text)
    except InputError:
        if os.path.exists(text):
            raise InputError(words.not_a_game(text, sources.file_kind(Path(text)))) from None
        raise
    chosen = players.seats(state.spec, state.seats, arguments.seats, arguments.bot)
    if any(map(adaptive.is_adaptive, chosen)):
        person = rating.current(history.load(), state.spec.partition("(")[0])
        chosen = adaptive.with_strength(state.spec, chosen, person)
    trust.allow_typed(*(player for player in chosen if player != PERSON))
    return Session(state.spec, chosen, seed, state.text() if " " in text else None, salt=arguments.salt)
