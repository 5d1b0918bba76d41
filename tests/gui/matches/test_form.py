"""Tests of the form that starts a match."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots import Limit
from tests.gui.matches.watching import SETUP, EndlessMatch, choose, open_matches, write
from tests.kit.windows import click, open_window, press, settle, wait
from workbench.gui.matches import form_words
from workbench.gui.matches.length import any_number
from workbench.gui.new_game import words as new_game_words
from workbench.gui.shell import words as shell_words
from workbench.gui.widgets.fields import Number
from workbench.matches.planning import openings
from workbench.matches.planning.plan import Opening, Plan
from workbench.matches.workers.trial import DurationEstimate
from workbench.system.cores import CORES
from workbench.system.language import formats
from workbench.system.language.forms import form_of

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_invalid_form_states_problem() -> None:
    with open_window(SETUP) as window:
        top = open_matches(window)
        write(top.form.length.games, "0")
        click(top.form.start)
        assert top.page == "form" and "is not a number from 1" in top.form.resolution_label.cget("text")
        write(top.form.length.games, "5")
        click(top.form.bots.add_button)
        choose(top.form.length.kind, "Until one bot is clearly better")
        click(top.form.start)
        assert top.page == "form" and "more than two bots" in top.form.resolution_label.cget("text")
        click(top.form.bots.remove_buttons[2])
        assert len(top.form.bots.players) == 2 and all(
            str(button.cget("state")) == "disabled" for button in top.form.bots.remove_buttons
        )
        for name in ("match_pause", "match_stop", "match_finish", "export"):
            assert str(top.buttons[name].cget("state")) == "disabled" and top._tip(name)


def test_form_is_updated_after_every_change() -> None:
    """Covers bot options, openings from the board, another running match, and too many games."""
    with open_window(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        top = open_matches(window)
        form = top.form
        resolves = form.resolution_label
        wait(lambda: form.duration_label.cget("text") == form_words.MEASURING)
        player = form.bots.players[0]
        choose(player.player_box, "mcts")
        choose(player.level_box, new_game_words.OWN_OPTIONS)
        assert player.form is not None
        field = player.form.fields["simulations"]
        assert isinstance(field, Number)
        settle()
        write(field.entry, "400")
        wait(
            lambda: (
                form.timer == ""
                and "only a score above" in resolves.cget("text")
                and form.bots.texts[0] == "mcts(simulations=400,softness=0.25)"
            )
        )
        write(field.entry, "-3")
        wait(lambda: "-3" in resolves.cget("text"))
        write(field.entry, "400")
        choose(form.openings.kind, new_game_words.FROM_BOARD)
        before = form.plan().openings[0].position
        window.table.play(window.table.state.move_text(window.table.state.moves()[0]))
        assert form.plan().openings[0].position == window.table.state.text() != before
        choose(form.options.fields["size"].box, "3 – quick, much luck")  # type: ignore[union-attr]
        wait(lambda: form.openings.meaning.cget("text") == form_words.other_options("size 2"))
        choose(form.game, fastcore.info("forest").title)
        choose(form.openings.kind, new_game_words.FROM_BOARD)
        wait(lambda: form_words.other_board("Herd")[1:] in resolves.cget("text"))
        choose(form.game, fastcore.info("herbalism").title)
        while len(form.bots.players) < 30:
            form.bots.add()
        choose(form.options.fields["players"].box, "4")  # type: ignore[union-attr]
        wait(lambda: "657,720 games needed" in resolves.cget("text"))
        choose(form.game, "Herd")
        for _ in range(28):
            form.bots.remove(2)
        window.matches.running = EndlessMatch()  # type: ignore[assignment]
        form.changed()
        wait(lambda: form.duration_label.cget("text") == form_words.NOT_WHILE_PLAYED)
        window.matches.running = None
        wait(lambda: form.duration_label.cget("text") == form_words.MEASURING)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(CORES, "total", 4)
            form.toggle()
            settle(0.1)
            write(form.limits.jobs, "2")
            form.show_guess(DurationEstimate(1.0, True, threads=2))
            assert form.duration_label.cget("text").endswith("with 2 games at a time.")


def test_opening_lists_load_in_background_and_form_is_remembered(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    with open_window(SETUP) as window:
        window.matches.trials.ask = lambda *_, **__: None  # type: ignore[method-assign]
        first = window.table.state.text()
        file.write_text(f"{first}\n")
        form = open_matches(window).form
        threads, read = set[str](), openings.read

        def read_and_record_thread(path: Path, spec: str) -> tuple[Opening, ...]:
            threads.add(threading.current_thread().name)
            return read(path, spec)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(openings, "read", read_and_record_thread)
            form.openings.file = file
            choose(form.openings.kind, form_words.FROM_LIST)
            form._run_trial()
            assert form.resolution_label.cget("text") == form_words.READING
            wait(lambda: form.timer == "" and form.resolution_label.cget("text") != form_words.READING)
            assert "only a score above" in form.resolution_label.cget("text")
            assert [opening.position for opening in form.plan().openings] == [first] and threads == {"background"}
            file.write_text("nonsense\n")
            form._run_trial()
            wait(lambda: "line 1" in form.resolution_label.cget("text"))
        file.write_text(f"{first}\n")
        write(form.length.games, "77")
        press("Escape")
        wait(lambda: window.matches.window is None)
        settings = window.settings
        assert settings.match is not None and settings.match["blocks"] == 39 and settings.match_openings == str(file)
        form = open_matches(window).form
        assert form.length.games.get() == "78" and form.openings.list_path == str(file)
        write(form.length.games, "many")
        press("Escape")
        wait(lambda: window.matches.window is None)
        assert settings.match["blocks"] == 39, "what cannot be played is not kept"


def test_menu_mnemonics_are_unique() -> None:
    letters = [label[shell_words.menu_letter(name)].lower() for name, label in shell_words.MENUS.items()]
    assert len(set(letters)) == len(letters)


def test_form_keeps_the_limit_of_each_bot_until_it_is_removed() -> None:
    plan = Plan(
        spec="herd", bots=("greedy", "mcts:steady"), limits=(None, Limit(seconds=10.0, per="game", increment=0.1))
    )
    with open_window(SETUP) as window:
        form = open_matches(window).form
        form.fill(plan, 1, "", 7)
        assert form.plan().limits == plan.limits
        own = form.bots.own_limits[1]
        assert "10 s a game" in own.shown.cget("text") and own.winfo_manager()
        assert not form.bots.own_limits[0].winfo_manager()
        settle()
        click(form.bots.add_button)
        assert form.plan().limits == (*plan.limits, None)
        settle()
        click(form.bots.remove_buttons[0])
        assert form.plan().limits == (plan.limits[1], None)
        choose(form.game, fastcore.info("forest").title)
        assert form.plan().limits == (plan.limits[1], None), "mcts plays this game too"
        settle()
        click(form.bots.own_limits[0].button)
        assert form.plan().limits == () and not form.bots.own_limits[0].winfo_manager()
        form.fill(plan, 1, "", 7)
        choose(form.game, fastcore.info("herbs").title)
        assert form.plan().limits == (), "another bot plays instead of mcts"


def test_numbers_may_have_a_decimal_comma_where_the_language_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="'0,5' is not a number from 0"):
        any_number("0,5", "time", 0, 1)
    monkeypatch.setattr(formats, "_form", form_of("de"))
    assert any_number("0,5", "time", 0, 1) == any_number(" 0.5", "time", 0, 1) == 0.5
    with pytest.raises(ValueError, match="'1,5' is not a number from 0"):
        any_number("1,5", "time", 0, 1)
