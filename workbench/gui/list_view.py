"""A list or tree of rows in columns, with its scrollbar: the columns keep their shares of the width."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk

from workbench.gui.look import Look

Columns = Sequence[tuple[str, str, float, str]]  # key, head, share of the width, where it stands ("w" or "e")


class ListView:
    """`first` is the head of the first column, which is as wide as `share` of all."""

    def __init__(self, parent: tkinter.Misc, look: Look, first: str, columns: Columns, share: float, deep: bool = False) -> None:
        self.look, self.shares = look, {"#0": share, **{key: (1 - share) * part for key, _, part, _ in columns}}
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        style = ttk.Style(look.root)
        style.configure("Deep.House.Treeview", indent=look.px(12))
        style.layout("Deep.House.Treeview", [("Treeview.treearea", {"sticky": "nsew"})])
        style.configure("House.Treeview.Heading", font=look.fonts["small"], foreground=look.palette["quiet"], background=look.palette["card"], relief="flat")
        self.tree = ttk.Treeview(
            self.frame, columns=[key for key, *_ in columns], style="Deep.House.Treeview" if deep else "House.Treeview", selectmode="browse", height=3,
            takefocus=1,
        )  # fmt: skip
        self.tree.heading("#0", text=first, anchor="w")
        for key, head, _, where in columns:
            self.tree.heading(key, text=head, anchor="w" if where == "w" else "e")
            self.tree.column(key, anchor="w" if where == "w" else "e", stretch=False, minwidth=0)
        self.bar = ttk.Scrollbar(self.frame, style="House.Vertical.TScrollbar", orient="vertical", command=self.tree.yview)
        self.tree.configure(yscrollcommand=self._scrolled)
        self.tree.pack(side="left", fill="both", expand=True)
        self.tree.bind("<Configure>", lambda event: self._spread(event.width))

    def _spread(self, width: int) -> None:
        for key, share in self.shares.items():
            self.tree.column(key, width=round(share * width), stretch=False, minwidth=0)

    def _scrolled(self, first: float | str, last: float | str) -> None:
        self.bar.set(first, last)
        if float(first) <= 0 and float(last) >= 1:
            self.bar.pack_forget()
        elif not self.bar.winfo_manager():
            self.bar.pack(side="right", fill="y", before=self.tree)

    def fill(self, rows: Sequence[tuple[str, str, Sequence[str]]]) -> None:
        """Show other rows: their names, the words of the first column, those of the others."""
        self.tree.delete(*self.tree.get_children())
        for name, text, cells in rows:
            self.tree.insert("", "end", iid=name, text=text, values=list(cells))

    @property
    def chosen(self) -> str:
        return next(iter(self.tree.selection()), "")

    def choose(self, name: str) -> None:
        """Let a row be the chosen one, "" for none."""
        if name == self.chosen:
            return
        if name:
            self.tree.selection_set(name)
            self.tree.focus(name)
            self.tree.see(name)
        else:
            self.tree.selection_set(())
