"""The commands of the Help menu, and tips on the parts of the window."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from tkinter import ttk

from workbench import boards
from workbench.gui.help import words
from workbench.gui.help.rules_text import RulesText
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SideKind
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import EVERYWHERE, GAMES, TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import focused
from workbench.gui.widgets.tips import Tip
from workbench.pages import site
from workbench.system.translation import tr

RULES = "rules"


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the rules beside the board, and the commands of the Help menu."""
    helper = HelpActions(shell, games, screen)
    shell.events.rebuilt.connect(helper.add_tips)
    shell.events.settled.connect(helper.make_room)
    screen.side_kinds.append(
        SideKind(
            RULES,
            words.RULES_HEAD,
            helper.rules_beside,
            lambda page: page.text,
            ((RULES, words.CLOSE), ("rules_window", words.OWN_WINDOW), ("find", words.FIND)),
            missing=lambda: not boards.rules_page(games.table.info.id) or helper.is_beside_work,
            is_passing=True,
        )
    )
    add = shell.commands.add
    # fmt: off
    add(Command(
        RULES, "help", words.RULES, tr("Show the rules beside the board"), helper.toggle,
        ("F1",),
        helper.no_rules, search_words=tr("help how to play instructions"), modes=TABS,
    ))
    add(Command(
        "rules_window", "help", tr("Rules in a window"), tr("Show the rules in a separate window"), helper.rules,
        ("Shift+F1",), helper.no_rules, modes=EVERYWHERE,
    ))
    # fmt: on
    add(
        Command(
            "keys",
            "help",
            tr("Keys"),
            tr("All keys"),
            helper.keys,
            ("?",),
            search_words=tr("shortcuts hotkeys bindings"),
            modes=EVERYWHERE,
        )
    )
    # fmt: off
    add(Command(
        "guides", "help", words.GUIDES, tr("Open the guides in your browser"), helper.guides,
        why_not=lambda: "" if site.is_available() else words.NO_GUIDES,
        search_words=tr("manual documentation handbook site"), modes=EVERYWHERE,
    ))
    add(Command(
        "about", "help", words.ABOUT_HEAD, tr("Version and the designers of the games"), helper.about, group=1,
        search_words=tr("version credits designers"), modes=EVERYWHERE,
    ))
    add(Command(
        "find", "help", tr("Find in the rules"), tr("Find a word in the rules"), helper.find, ("Ctrl+F",),
        helper.no_rules,
        order=2,
        modes=GAMES,
    ))
    add(Command(
        "palette", "help", tr("All commands…"), tr("Find any command by its name and run it"), helper.palette,
        ("Ctrl+K", "Ctrl+Shift+P"), order=3, modes=TABS,
    ))
    # fmt: on


class HelpActions:
    """The actions of the commands in the Help menu."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen

    @property
    def is_beside_work(self) -> bool:
        """Whether the column shows a plan or the details of a position, which the rules must not cover."""
        table, board = self.games.table, self.screen.board
        mode = self.games.layers.mode(table)
        writes = board is not None and table.persons and not table.over and board.uses_sheet(table.point)
        return mode in ("set up", "practice", "companion") or (mode == "play" and bool(writes))

    def toggle(self) -> None:
        """Show or hide the rules: beside the board, or in a window where the column is needed."""
        window = self.shell.pages.open.get("rules_window")
        if self.is_beside_work and window is not None and window.winfo_exists():
            window.destroy()
        elif self.is_beside_work:
            self.rules()
        else:
            self.screen.side.toggle(RULES)

    def make_room(self) -> None:
        """Close the rules beside the board when the column is needed."""
        if self.screen.side.kind == RULES and self.is_beside_work:
            self.screen.side.show_page("")

    def rules_beside(self, parent: ttk.Frame) -> RulesText:
        """Return a new side page with the rules."""
        look = self.shell.look
        page = RulesText(parent, look, self.games.table.info.id, (16, 8))
        page.text.tag_configure("h1", font=look.fonts["strong name"], spacing3=look.px(4))
        return page

    def rules(self) -> None:
        """Show the rules in a window."""
        from workbench.gui.help.pages import RulesPage  # imported here because importing it slows start-up

        shell = self.shell
        shell.pages.show("rules_window", lambda: RulesPage(shell.root, shell.look, self.games.table.info.id))

    def find(self) -> None:
        """Open the search in the rules."""
        if self.is_beside_work:
            self.rules()
            page = self.shell.pages.open["rules_window"]
            for text in (child for child in page.winfo_children() if isinstance(child, RulesText)):
                text.finder.show()
            return
        if self.screen.side.kind != RULES:
            self.screen.side.toggle(RULES)
        if isinstance(self.screen.side.page, RulesText):
            self.screen.side.page.finder.show()

    def keys(self) -> None:
        """Show the list of all keys."""
        from workbench.gui.help.pages import open_key_sheet

        shell = self.shell
        shell.pages.show("keys", lambda: open_key_sheet(shell.root, shell.look, shell.commands))

    def guides(self) -> None:
        """Open the guides in the browser."""
        shell = self.shell

        def work() -> Path:
            import webbrowser  # imported here because it is slow and rarely needed

            page = site.first_page()
            try:
                browser = webbrowser.get()
            except webbrowser.Error:
                raise ValueError(words.no_browser(str(page))) from None
            # Some browsers return only when they are closed.
            Thread(target=browser.open, args=(page.as_uri(),), daemon=True).start()
            return page

        def done(page: Path) -> None:
            shell.notice.show(words.GUIDES_OPENED if page.suffix == ".html" else words.PLAIN_GUIDES)

        shell.background.run(work, done, lambda error: shell.notice.show(str(error), True))

    def about(self) -> None:
        """Show the page about the program."""
        from workbench.gui.help.pages import open_about_page

        self.shell.pages.show("about", lambda: open_about_page(self.shell.root, self.shell.look))

    def palette(self) -> None:
        """Show the command palette. The focus returns to the previous widget afterwards."""
        from workbench.gui.shell.palette import CommandPalette

        shell = self.shell
        before = focused(shell.root)

        def closed() -> None:
            if before is not None and before.winfo_exists():
                before.focus_set()

        shell.pages.show("palette", lambda: CommandPalette(shell.root, shell.look, shell.commands, closed))

    def no_rules(self) -> str:
        """Return why there are no rules to show, or ""."""
        return "" if boards.rules_page(self.games.table.info.id) else words.NO_RULES

    def add_tips(self) -> None:
        """Add tips to the rebuilt widgets of the main window."""
        shell, screen, tips = self.shell, self.screen, words.CARD_TIPS
        look, status = shell.look, shell.status
        for name, button in status.buttons.items():
            Tip(look, button, lambda name=name: shell.commands[status.command_of(name)].full_tip, status)  # type: ignore[misc]
        Tip(look, status.entry, lambda: shell.commands["type"].full_tip, status)
        Tip(look, status.progress, lambda: tips["progress"], status)
        Tip(look, screen.top.icon, lambda: tips["switch"])
        for player in screen.players:
            Tip(look, player.frame, lambda: tips["player"])
        for panel in screen.panels:
            Tip(look, panel.frame, lambda: tips["panel"])
