"""Tests of the unfinished tables in the form that begins a real table."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.companion.test_companion import SMALL
from tests.kit.windows import HERD, click, open_window, settle, wait
from workbench.companion import journal
from workbench.companion.journal import new_table
from workbench.companion.lines import Change, Line
from workbench.gui.companion.form import TableForm

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_unfinished_tables_say_whose_list_they_are() -> None:
    journal.create(new_table("herbalism", 1, ("Ann", "Bob", "Cy"))).close()
    journal.create(new_table(SMALL, 0)).close()  # an empty one is not listed
    begun = journal.create(new_table(SMALL, 1))
    begun.append(Change(0, (), (Line(1, "2-1"),)))
    begun.close()
    with open_window(HERD) as window:
        window.registry.run("real_table")
        form = window.shell.pages.open["real_table"]
        assert isinstance(form, TableForm)
        wait(lambda: len(form.files) == 2)
        shown = " ".join(form.list.full[name][-1] for name in form.files)
        assert "Ann, Bob, Cy · list of Bob" in shown and "list of seat 2" in shown


def test_unfinished_table_is_deleted_and_restored() -> None:
    for name in ("Ann", "Bob"):
        journal.create(new_table(SMALL, 0, (name,))).close()
    files = set(journal.journals())
    with open_window(HERD) as window:
        window.registry.run("real_table")
        form = window.shell.pages.open["real_table"]
        assert isinstance(form, TableForm)
        wait(lambda: len(form.files) == 2)
        assert str(form.delete.cget("state")) == str(form.restore.cget("state")) == "disabled"
        form.list.choose("0")
        settle()
        click(form.delete)
        wait(lambda: len(form.files) == 1)
        assert set(journal.journals()) == set(form.files.values())
        click(form.restore)
        wait(lambda: len(form.files) == 2)
        assert set(journal.journals()) == files and str(form.restore.cget("state")) == "disabled"
