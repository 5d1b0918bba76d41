"""Pages beside the board: a replay of recent events, the record form and the reveal of hidden information."""

from __future__ import annotations

from functools import partial
from tkinter import ttk

from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SideKind
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import PLAY, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.side import words
from workbench.gui.side.account_card import AccountCard
from workbench.gui.side.form_card import FormCard
from workbench.gui.side.paper_form import FORM, PaperForm
from workbench.gui.side.personal_pages import PersonalPages
from workbench.gui.side.playback import ACCOUNT, Playback, PlaybackLayer
from workbench.gui.side.reveal_card import RevealCard
from workbench.gui.side.reveals import REVEAL, Reveals
from workbench.seen.names import with_player_names
from workbench.system.translation import tr

MIN_REVEAL = 392  # minimum height of the reveal in pixels at 100 %


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the pages and their commands."""
    playback = Playback(shell, games, screen)
    form = PaperForm(shell, games, screen, playback)
    reveals = Reveals(shell, games, screen)
    playback.on_started = form.update
    for part in (playback, form, reveals):
        shell.add(part)
    games.layers.add(PlaybackLayer(playback))
    games.explainers.append(form.explain)
    games.live_lists.append((4, form.text_by_heading))
    PersonalPages(shell, screen, reveals)
    _add_kinds(shell, games, screen, playback, form, reveals)
    _add_playback_commands(shell, screen, playback)
    _add_form_commands(shell, screen, form)
    _add_reveal_commands(shell, screen, reveals)


def _add_kinds(
    shell: Shell, games: Tabs, screen: Screen, playback: Playback, form: PaperForm, reveals: Reveals
) -> None:
    def account_card(parent: ttk.Frame) -> AccountCard:
        named = partial(with_player_names, games.table.session)
        return AccountCard(parent, shell.look, shell.commands, playback, games.table.info, named)

    def form_card(parent: ttk.Frame) -> FormCard:
        return FormCard(parent, shell.look, form.writer, form.is_command, lambda: screen.side.toggle(FORM))

    def reveal_card(parent: ttk.Frame) -> RevealCard:
        board, table = screen.board, games.table
        assert board is not None
        shapes = {seat: board.seat_shape(table.info, seat) for seat in range(table.state.seats)}
        return RevealCard(parent, shell.look, board, shapes)

    screen.side_kinds += (
        SideKind(
            ACCOUNT, words.TITLE, account_card, lambda card: card.text, ((ACCOUNT, words.CLOSE),),
            lambda card, side: card.show(),
        ),
        SideKind(
            FORM, words.FORM_TITLE, form_card, lambda card: card.grid_view,
            ((FORM, words.CLOSE), ("form_help", words.HELP)), form.show, missing=lambda: form.form is None,
            finish=lambda card: card.finish(focus=False),
        ),
        SideKind(
            REVEAL, words.REVEAL_TITLE, reveal_card, lambda card: card.view,
            ((REVEAL, words.CLOSE), ("reveal_later", words.LATER), ("reveal_earlier", words.EARLIER)), reveals.show,
            missing=lambda: not reveals.parts, stays=lambda: reveals.replaced_page is not None, least=MIN_REVEAL,
        ),
    )  # fmt: skip


def _add_playback_commands(shell: Shell, screen: Screen, playback: Playback) -> None:
    add = shell.commands.add
    # fmt: off
    add(Command(
        "account", "moves", words.TITLE, tr("List the latest turns in words, with replay"),
        lambda: screen.side.toggle(ACCOUNT), ("J",), on=lambda: screen.side.kind == ACCOUNT, group=2,
    ))
    add(Command(
        "account_play", "moves", playback.play_label, tr("Replay the latest turns event by event, or pause"),
        playback.play,
        ("K",), playback.no_events, lambda: playback.running, group=2,
        listed=False,
    ))
    add(Command(
        "account_back", "moves", tr("Previous event"), tr("Show the board one event earlier"),
        lambda: playback.step(-1), ("<",), playback.no_back, group=2,
        listed=False,
    ))
    add(Command(
        "account_forward", "moves", tr("Next event"), tr("Show the next event of the latest turns"),
        lambda: playback.step(1), (">",), playback.no_forward, group=2,
        listed=False,
    ))
    add(Command(
        "account_part_back", "moves", tr("Previous action or turn"),
        tr("Show the board before this action or turn"),
        lambda: playback.show_part(-1),
        ("Shift+J",), playback.no_back, group=2,
        listed=False,
    ))
    add(Command(
        "account_part_forward", "moves", tr("Next action or turn"),
        tr("Show the next action or turn to its end"), lambda: playback.show_part(1),
        ("Shift+K",),
        playback.no_forward, group=2,
        listed=False,
    ))
    add(Command(
        "account_start", "moves", tr("First event"), tr("Show the board before the latest turns"),
        lambda: playback.show_event(0), (), playback.no_back, group=2,
        listed=False,
    ))
    add(Command(
        "account_end", "moves", tr("Last event"), tr("Show the board after the last event"),
        lambda: playback.show_event(len(playback.recap.frames)), (), playback.no_forward, group=2,
        listed=False,
    ))
    add(Command(
        "account_leave", "moves", tr("Close replay"), tr("Return to the current position"), playback.settle, (),
        playback.no_leaving, group=2,
        listed=False,
    ))
    # fmt: on


def _add_form_commands(shell: Shell, screen: Screen, form: PaperForm) -> None:
    add = shell.commands.add
    # fmt: off
    add(Command(
        "form", "edit", words.FORM_TITLE, tr("Show the paper game's form for your notes"),
        lambda: screen.side.toggle(FORM), ("D",), form.no_form, lambda: screen.side.kind == FORM, group=2,
        listed=lambda: form.form is not None,
    ))
    add(Command(
        "form_help", "edit", tr("Help with the form"),
        tr("Show what you can deduce, in the form and on the board"),
        form.toggle_help,
        ("Shift+D",), form.no_form, lambda: form.is_helping, group=2,
        listed=False,
    ))
    # fmt: on


def _add_reveal_commands(shell: Shell, screen: Screen, reveals: Reveals) -> None:
    add = shell.commands.add
    # fmt: off
    add(Command(
        "reveal", "moves", words.REVEAL_TITLE,
        tr("Show what was hidden in a round, and each player's odds"), reveals.toggle, ("B",),
        reveals.no_part, lambda: screen.side.kind == REVEAL, group=2, modes=PLAY,
        listed=lambda: reveals.games.table.info.has.covered,
    ))
    add(Command(
        "reveal_earlier", "moves", tr("Earlier round"), tr("Show what was hidden in the previous round"),
        lambda: reveals.show_part(-1), (), reveals.no_earlier, group=2, modes=PLAY,
        listed=False,
    ))
    add(Command(
        "reveal_later", "moves", tr("Later round"), tr("Show what was hidden in the next round"),
        lambda: reveals.show_part(1),
        (), reveals.no_later, group=2, modes=PLAY,
        listed=False,
    ))
    # fmt: on
