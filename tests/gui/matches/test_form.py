"""The form that begins a match."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.matches.watching import SETUP, Busy, choose, matches, write
from tests.kit.windows import click, opened, press, settle, wait
from workbench.gui.matches import form_words
from workbench.gui.new_game import words as house_opening
from workbench.gui.shell import words as house_words
from workbench.gui.widgets.fields import Number
from workbench.matches.planning import openings
from workbench.matches.planning.plan import Opening
from workbench.matches.workers.trial import Guess
from workbench.system.cores import CORES

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_what_cannot_be_played_is_said() -> None:
    with opened(SETUP) as window:
        top = matches(window)
        write(top.form.limits.blocks, "0")
        click(top.form.start)
        assert top.page == "form" and "is no number from 1" in top.form.resolves.cget("text")
        write(top.form.limits.blocks, "5")
        click(top.form.bots.add_button)
        choose(top.form.limits.kind, "Until a test has decided")
        click(top.form.start)
        assert top.page == "form" and "two bots" in top.form.resolves.cget("text")
        click(top.form.bots.removers[2])
        assert len(top.form.bots.players) == 2 and all(
            str(one.cget("state")) == "disabled" for one in top.form.bots.removers
        )
        for name in ("match_pause", "match_stop", "match_finish", "match_continue", "export"):
            assert str(top.buttons[name].cget("state")) == "disabled" and top._tip(name)


def test_the_form_follows_every_change() -> None:
    """A bot's own settings, the current board, no estimate while another match runs, too many games."""
    with opened(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        top = matches(window)
        form = top.form
        said = form.resolves
        wait(lambda: form.takes.cget("text") == form_words.MEASURING)
        player = form.bots.players[0]
        choose(player.who, "mcts")
        choose(player.how, house_opening.OWN_OPTIONS)
        assert player.form is not None
        field = player.form.fields["simulations"]
        assert isinstance(field, Number)
        settle()
        write(field.entry, "400")
        wait(
            lambda: (
                form.timer == ""
                and "games tell" in said.cget("text")
                and form.bots.texts[0] == "mcts(simulations=400,softness=0.25)"
            )
        )
        write(field.entry, "-3")
        wait(lambda: "-3" in said.cget("text"))
        write(field.entry, "400")
        choose(form.openings.kind, house_opening.FROM_BOARD)
        before = form.plan().openings[0].position
        window.table.play(window.table.state.move_text(window.table.state.moves()[0]))
        assert form.plan().openings[0].position == window.table.state.text() != before
        choose(form.options.fields["size"].box, "3")  # type: ignore[union-attr]
        wait(lambda: form.openings.meaning.cget("text") == form_words.brings("size 2"))
        choose(form.game, fastcore.info("forest").title)
        choose(form.openings.kind, house_opening.FROM_BOARD)
        wait(lambda: form_words.other_board("Herd")[1:] in said.cget("text"))
        choose(form.game, fastcore.info("herbalism").title)
        while len(form.bots.players) < 30:
            form.bots.add()
        choose(form.options.fields["players"].box, "4")  # type: ignore[union-attr]
        wait(lambda: "657,720 games a block" in said.cget("text"))
        choose(form.game, "Herd")
        for _ in range(28):
            form.bots.remove(2)
        window.matches.running = Busy()  # type: ignore[assignment]
        form.changed()
        wait(lambda: form.takes.cget("text") == form_words.NOT_WHILE_PLAYED)
        window.matches.running = None
        wait(lambda: form.takes.cget("text") == form_words.MEASURING)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(CORES, "total", 4)
            write(form.limits.jobs, "2")
            form.take(Guess(1.0, True, threads=2))
            assert form.takes.cget("text").endswith("with 2 games at a time.")


def test_lists_are_read_beside_the_window_and_the_form_is_remembered(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    with opened(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        first = window.table.state.text()
        file.write_text(f"{first}\n")
        form = matches(window).form
        threads, read = set[str](), openings.read

        def reading(path: Path, spec: str) -> tuple[Opening, ...]:
            threads.add(threading.current_thread().name)
            return read(path, spec)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(openings, "read", reading)
            form.openings.file = file
            choose(form.openings.kind, form_words.FROM_LIST)
            form._try()
            assert form.resolves.cget("text") == form_words.READING
            wait(lambda: form.timer == "" and form.resolves.cget("text") != form_words.READING)
            assert "games tell" in form.resolves.cget("text")
            assert [one.position for one in form.plan().openings] == [first] and threads == {"background"}
            file.write_text("nonsense\n")
            form._try()
            wait(lambda: "line 1" in form.resolves.cget("text"))
        file.write_text(f"{first}\n")
        write(form.limits.blocks, "77")
        press("Escape")
        wait(lambda: window.matches.open is None)
        kept = window.settings
        assert kept.match is not None and kept.match["blocks"] == 77 and kept.match_openings == str(file)
        form = matches(window).form
        assert form.limits.blocks.get() == "77" and form.openings.listed == str(file)
        write(form.limits.blocks, "many")
        press("Escape")
        wait(lambda: window.matches.open is None)
        assert kept.match["blocks"] == 77, "what cannot be played is not kept"


def test_every_menu_opens_by_a_letter_of_its_own() -> None:
    letters = [label[house_words.menu_letter(name)].lower() for name, label in house_words.MENUS.items()]
    assert len(set(letters)) == len(letters)
