"""Tests of the dialog that adds a program, and of the program in the forms of the window."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import NoReturn

import pytest

pytest.importorskip("tkinter")

from bots.loading.sources import written_program
from fastcore import Stream
from tests.kit.windows import TWO, TestedWindow, click, open_window, wait
from workbench.bot_process import trust
from workbench.game.session import PERSON
from workbench.gui.new_game.players import OWN_SETTINGS, PlayerForm
from workbench.gui.play.captions import failure_notice
from workbench.gui.programs import words
from workbench.gui.programs.dialog import AddProgramDialog
from workbench.gui.shell import words as shell_words
from workbench.gui.shell.log_window import LogWindow
from workbench.protocol import registry
from workbench.protocol.registry import RegisteredProgram
from workbench.table.setup import Setup

pytestmark = [
    pytest.mark.window,
    pytest.mark.usefixtures("home"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
]
KIT = Path(__file__).parents[3] / "docs" / "kits" / "python" / "bot.py"


def open_dialog(window: TestedWindow) -> AddProgramDialog:
    window.registry.run("add_program")
    dialog = window.pages.open["add_program"]
    assert isinstance(dialog, AddProgramDialog)
    return dialog


def enter(dialog: AddProgramDialog, name: str, command: str) -> None:
    for entry, text in ((dialog.name_entry, name), (dialog.command_entry, command)):
        entry.delete(0, "end")
        entry.insert(0, text)
    click(dialog.start)


def test_program_is_added_and_offered_for_new_games() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        assert window.registry["bot_log"].why_not() == words.NO_LOG
        dialog = open_dialog(window)
        enter(dialog, "", "")
        assert dialog.error_label.cget("text") == words.INCOMPLETE
        for name, command, part in (
            ("mcts", "/bin/true", "reserved by Herbarium"),
            ("mine", "/no/such/file", "no such file"),
            ("mine", "'", "closing quotation"),
        ):
            enter(dialog, name, command)
            wait(lambda: not dialog._waiting)
            assert part in dialog.error_label.cget("text").replace("No c", "no c")
        dialog.switches["home"].set(True)
        enter(dialog, "mine", f"/usr/bin/python3 -S -E -B {KIT}")
        wait(lambda: "mine" in registry.programs() and not dialog.winfo_exists(), 60)
        assert registry.programs()["mine"].allow == ("home",)
        form = PlayerForm(window.root, window.look, "", "herd(size=3)", "mine")
        assert form.text == "mine" and form.player_box.get() == "mine" and "python-kit" in form.meaning.cget("text")
        form.destroy()


def slow_kit(folder: Path) -> str:
    """Return the command of a program that takes a second to start."""
    program = folder / "slow.py"
    program.write_text(KIT.read_text().replace("def main():\n", "def main():\n    import time\n    time.sleep(1)\n"))
    return f"/usr/bin/python3 -S -E -B {program}"


@pytest.mark.parametrize("existed", [False, True])
def test_cancelled_program_is_not_added(existed: bool, tmp_path: Path) -> None:
    before = RegisteredProgram(("/bin/true",))
    if existed:
        registry.add("mine", before)
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window)
        enter(dialog, "mine", slow_kit(tmp_path))
        click(dialog.cancel)
        assert not dialog.winfo_exists()
        wait(lambda: not any(thread.name == "adding a program" for thread in threading.enumerate()), 60)
        assert registry.programs() == ({"mine": before} if existed else {})


def test_any_failure_to_start_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> NoReturn:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("workbench.gui.programs.dialog.register", fail)
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window)
        enter(dialog, "mine", "/bin/true")
        wait(lambda: not dialog._waiting, 10)
        assert "Resource temporarily unavailable" in dialog.error_label.cget("text")
        assert "disabled" not in dialog.start.state()


OPTIONS = [
    {"name": "depth", "type": "whole", "default": 2, "min": 1, "max": 400, "meaning": "how many moves it looks ahead"},
    {"name": "style", "type": "choice", "default": "wild", "choices": ["wild", "calm"], "meaning": "how it plays"},
    {"name": "noise", "type": "number", "default": 0.5, "min": 0, "max": 1, "meaning": "share of random moves"},
    {"name": "book", "type": "whole", "default": 1, "min": 0, "max": 1, "meaning": "1: use its book of openings"},
    {"name": "cores", "type": "whole", "min": 1, "max": 64, "meaning": "threads; all cores if empty"},
]


def with_options(folder: Path) -> str:
    """Return the command of a program that declares options and prints what it is given."""
    program = folder / "bot.py"
    text = KIT.read_text(encoding="utf-8")
    declared = f'"name": NAME, "options": {OPTIONS!r}'
    assert text.count('"name": NAME') == 1
    program.write_text(text.replace('"name": NAME', declared), encoding="utf-8")
    return f"/usr/bin/python3 -S -E -B {program}"


def test_options_of_a_program_are_a_form_and_are_remembered(tmp_path: Path) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window)
        enter(dialog, "mine", with_options(tmp_path))
        wait(lambda: dialog.form is not None, 60)
        form = dialog.form
        assert form is not None and list(form.fields) == ["depth", "style", "noise", "book", "cores"]
        assert [field.get() for field in form.fields.values()] == ["2", "wild", "0.5", "1", ""]
        assert registry.programs()["mine"].chosen == "", "the program is added before its options are saved"
        form.fields["depth"].set("500")
        click(dialog.start)
        assert dialog.winfo_exists() and "400" in form.error_labels["depth"].cget("text")
        form.fields["depth"].set("3")
        form.fields["style"].set("calm")
        click(dialog.start)
        wait(lambda: not dialog.winfo_exists())
        assert registry.programs()["mine"].chosen == "depth=3,style=calm"

        player = PlayerForm(window.root, window.look, "", "herd(size=3)", "mine")
        assert player.text == "mine"
        player.level_box.set(player.levels[OWN_SETTINGS])
        player.level_box.event_generate("<<ComboboxSelected>>")
        assert player.form is not None and player.text == "mine(depth=3,style=calm)"
        player.form.fields["depth"].set("2")
        player.form.fields["style"].set("wild")
        assert player.text == "mine(depth=2,style=wild)", "the program's own defaults are written"
        player.destroy()

        dialog = open_dialog(window)
        enter(dialog, "mine", with_options(tmp_path))
        wait(lambda: dialog.form is not None, 60)
        assert dialog.form is not None and dialog.form.text == "depth=3,style=calm", "a name keeps its options"
        click(dialog.cancel)
        assert registry.programs()["mine"].chosen == "depth=3,style=calm"


def failing(folder: Path) -> str:
    """Return the spec of a program that fails at its first decision."""
    program = folder / "bot.py"
    program.write_text(
        KIT.read_text().replace("        best = max(", "        raise SystemExit('out of ideas')\n        best = max(")
    )
    text = written_program("program", f"/usr/bin/python3 -S -E -B {program}")
    trust.allow_all_once([text])
    return text


def shown_log(window: TestedWindow, kind: str = "bot_log") -> str:
    page = window.pages.open[kind]
    assert isinstance(page, LogWindow)
    return page.body.text.get("1.0", "end")


def test_log_of_a_failed_program_is_shown_and_copied(tmp_path: Path) -> None:
    with open_window(Setup("forest", (failing(tmp_path), PERSON), 1)) as window:
        wait(lambda: window.table.bots.broken, 60)
        assert "out of ideas" in window.table.bots.broken
        notice = failure_notice(window.playing, lambda seat: None)
        dict(notice.offers)[shell_words.SHOW_LOG]()
        log = shown_log(window)
        assert "out of ideas" in log and '> {"jsonrpc":"2.0","id":1,"method":"hello"' in log
        page = window.pages.open["bot_log"]
        assert isinstance(page, LogWindow)
        page.copy_button.invoke()
        assert window.root.clipboard_get().strip() == log.strip()


def test_log_is_closed_to_a_person_until_hidden_information_is_open(tmp_path: Path) -> None:
    """The messages of a program contain the cards of its seat."""
    text = failing(tmp_path)
    with open_window(Setup("herbalism", (text, PERSON, text), 1)) as window:
        table, command = window.table, window.registry["bot_log"]
        wait(lambda: table.bots.broken, 60)
        notice = failure_notice(window.playing, lambda seat: None)
        assert shell_words.SHOW_LOG not in dict(notice.offers) and notice.details == words.LOG_LATER
        assert command.why_not() == words.LOG_LATER
        table.session.resign(1)
        assert command.why_not() == words.LOG_LATER, "a declared ending can be undone"
        table.session.undo()
        stream = Stream(1, "to the end")
        while table.session.waits_for != "over":
            if table.session.waits_for == "chance":
                table.session.draw_chance()
            else:
                table.session.play(table.session.point.move_text(stream.choice(table.session.point.moves())))
        assert command.why_not() == ""
        command.run()
        assert '"method":"choose"' in shown_log(window)


def test_log_of_a_game_between_bots_is_open(tmp_path: Path) -> None:
    with open_window(Setup("herbalism", (failing(tmp_path), "greedy", "greedy"), 1)) as window:
        wait(lambda: window.table.bots.broken, 60)
        dict(failure_notice(window.playing, lambda seat: None).offers)[shell_words.SHOW_LOG]()
        assert "out of ideas" in shown_log(window)
