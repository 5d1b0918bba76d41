"""The file dialog: places, a list of files with their games, and a preview of the selected one."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tkinter import ttk

from workbench.gui.file_dialog import words
from workbench.gui.file_dialog.file_list import FileList
from workbench.gui.file_dialog.listing import Entry, Place, is_path, places
from workbench.gui.file_dialog.preview_card import PreviewCard
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.widgets.data_table import style
from workbench.gui.widgets.dialog import position_over
from workbench.gui.widgets.file_dialogs import Request
from workbench.gui.widgets.keys import ENTER
from workbench.gui.widgets.tips import Tip

SIZE, LEAST = (1080, 620), (760, 460)  # pixels at 100 %
PLACES_WIDTH, PREVIEW_WIDTH = 142, 226
STYLE, ROW_HEIGHT = "Files.Treeview", 27
POLL_MS = 20
TITLES = {"open": words.OPEN, "save": words.SAVE, "folder": words.FOLDER}
BUTTONS = {"open": words.OPEN_BUTTON, "save": words.SAVE_BUTTON, "folder": words.FOLDER_BUTTON}


class FileDialog(tkinter.Toplevel):
    """A modal dialog that asks for files. Read `chosen` after it is closed.

    Args:
        parent: The window above which it opens.
        look: Scale, fonts and colours.
        request: The question.
        recent_folders: The folders used last, for the list of places.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, request: Request, recent_folders: Sequence[Path] = ()) -> None:
        super().__init__(parent)
        self.withdraw()
        self.look, self.request = look, request
        self.chosen: tuple[Path, ...] = ()
        self.folder: Path | None = None  # the shown folder; None for the recent files
        self.background = BackgroundJobs()
        self.replacing: Path | None = None  # the file of the question whether to replace it
        self.title(request.title or (words.OPEN_SEVERAL if request.several else TITLES[request.purpose]))
        px, palette = look.px, look.palette
        self.configure(
            background=palette["window"], highlightthickness=1, highlightbackground=palette["line"],
            highlightcolor=palette["line"],
        )  # fmt: skip
        style(look, STYLE, ROW_HEIGHT)
        frame = ttk.Frame(self, style="Window.TFrame", padding=px(14))
        frame.pack(fill="both", expand=True)
        self._build_head(frame)
        self._build_foot(frame)
        self._build_body(frame, places(recent_folders))
        self._bind_keys()
        self._open_over(parent)
        self.poll_timer = self.after(POLL_MS, self._poll)
        self.show_folder(request.folder)
        (self.name if request.purpose == "save" else self.files.tree).focus_set()

    # Widgets ----------------------------------------------------------------------------------------------------------

    def _build_head(self, frame: ttk.Frame) -> None:
        px, look = self.look.px, self.look
        head = ttk.Frame(frame, style="Window.TFrame")
        head.pack(fill="x", pady=(0, px(10)))
        self.up = ttk.Button(head, text="↑", width=3, style="Dialog.House.TButton", command=self.go_up)
        self.up.pack(side="left")
        Tip(look, self.up, lambda: words.UP_TIP)
        self.path = ttk.Entry(head, style="House.TEntry", font=look.fonts["text"])
        self.path.pack(side="left", fill="x", expand=True, padx=px(8))
        Tip(look, self.path, lambda: words.PATH_TIP)
        ttk.Label(head, text=words.FIND, style="WindowSmall.TLabel").pack(side="left", padx=(px(8), px(6)))
        self.filter = ttk.Entry(head, style="House.TEntry", font=look.fonts["text"], width=20)
        self.filter.pack(side="left")

    def _build_foot(self, frame: ttk.Frame) -> None:
        px, look = self.look.px, self.look
        foot = ttk.Frame(frame, style="Window.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(10), 0))
        label = BUTTONS[self.request.purpose]
        width = max(len(label), len(words.REPLACE), len(words.CANCEL))
        self.accept_button = ttk.Button(foot, text=label, width=width, style="Dialog.Main.TButton", command=self.accept)
        self.accept_button.pack(side="right")
        self.cancel_button = ttk.Button(
            foot, text=words.CANCEL, width=width, style="Dialog.House.TButton", command=self.cancel
        )
        self.cancel_button.pack(side="right", padx=px(8))
        self.message = ttk.Label(foot, style="WindowQuiet.TLabel")
        self.message.pack(side="bottom", anchor="w")
        self.name = ttk.Entry(foot, style="House.TEntry", font=look.fonts["text"])
        if self.request.purpose == "save":
            line = ttk.Frame(foot, style="Window.TFrame")
            line.pack(side="top", fill="x", pady=(0, px(6)))
            ttk.Label(line, text=words.NAME, style="WindowSmall.TLabel").pack(side="left", padx=(0, px(8)))
            self.name.pack(in_=line, side="left", fill="x", expand=True)
            self.name.lift()
            self.name.insert(0, self.request.name)
            stem = self.request.name
            for kind in self.request.kinds:
                stem = stem.removesuffix(kind.suffix)
            self.name.selection_range(0, len(stem))
            self.name.icursor(len(stem))

    def _build_body(self, frame: ttk.Frame, known: Sequence[Place]) -> None:
        px, look = self.look.px, self.look
        body = ttk.Frame(frame, style="Window.TFrame")
        body.pack(fill="both", expand=True)
        left = card(body, look, padding=(6, 8))
        left.pack(side="left", fill="y")
        self.places = list(known)
        self.place_list = ttk.Treeview(left, style=STYLE, show="tree", selectmode="browse", columns=())
        self.place_list.column("#0", width=px(PLACES_WIDTH), stretch=False)
        self.place_list.pack(fill="both", expand=True)
        for number, place in enumerate(self.places):
            text = look.shorten(place.label, "text", px(PLACES_WIDTH) - px(30))
            self.place_list.insert("", "end", str(number), text=text)
        self.place_list.bind("<<TreeviewSelect>>", lambda _: self._on_place())
        self.preview = PreviewCard(body, look, px(PREVIEW_WIDTH))
        if self.request.purpose != "folder":
            self.preview.frame.pack(side="right", fill="y", padx=(px(10), 0))
        middle = card(body, look, padding=(6, 8))
        middle.pack(side="left", fill="both", expand=True, padx=(px(10), 0))
        self.files = FileList(middle, look, STYLE, self.background, self.request, self._on_selection, self.accept)

    def _bind_keys(self) -> None:
        self.filter.bind("<KeyRelease>", lambda _: self._filter())
        self.filter.bind("<Key-Down>", lambda _: self.files.focus())
        self.name.bind("<KeyRelease>", lambda event: self._ask_no_more() if event.keysym not in ENTER else None)
        self.files.tree.bind("<Key>", self._on_list_key)
        self.files.tree.bind("<Key-BackSpace>", lambda _: self._call(self.go_up))
        self.place_list.bind("<Key-Right>", lambda _: self._call(self.files.focus))
        self.bind("<Alt-Key-Up>", lambda _: self._call(self.go_up))
        self.bind("<Control-Key-f>", lambda _: self._call(self.filter.focus_set))
        self.bind("<Control-Key-l>", lambda _: self._call(self.path.focus_set))
        self.bind("<Key-Escape>", lambda _: self._call(self.cancel))
        for key in ENTER:
            self.bind(f"<Key-{key}>", self._on_enter)
            self.path.bind(f"<Key-{key}>", lambda _: self._call(self._go_to_path))
        self.protocol("WM_DELETE_WINDOW", self.destroy)

    @staticmethod
    def _call(action: Callable[[], object]) -> str:
        action()
        return "break"

    def _open_over(self, parent: tkinter.Misc) -> None:
        top = parent.winfo_toplevel()
        px = self.look.px
        width = min(px(SIZE[0]), self.winfo_screenwidth() - 40)
        height = min(px(SIZE[1]), self.winfo_screenheight() - 90)
        x, y = position_over(top, width, height)
        x, y = min(x, self.winfo_screenwidth() - width), min(y, self.winfo_screenheight() - height - 40)
        self.geometry(f"{width}x{height}+{max(x, 0)}+{max(y, 0)}")
        self.minsize(min(px(LEAST[0]), width), min(px(LEAST[1]), height))
        self.transient(top)
        self.deiconify()
        self.lift()

    # Folders ----------------------------------------------------------------------------------------------------------

    def show_folder(self, folder: Path | None) -> None:
        """Show a folder, or the recent files for None. A missing folder is replaced by one above it."""
        while folder is not None and not folder.is_dir() and folder != folder.parent:
            folder = folder.parent
        self.folder = folder.absolute() if folder is not None else None
        self.path.delete(0, "end")
        self.path.insert(0, str(self.folder) if self.folder is not None else words.RECENT)
        self.path.xview_moveto(1)
        self.filter.delete(0, "end")
        self._ask_no_more()
        self.preview.clear()
        self.up.configure(
            state="normal" if self.folder is not None and self.folder.parent != self.folder else "disabled"
        )
        number = next((str(n) for n, place in enumerate(self.places) if place.folder == self.folder), "")
        self.place_list.selection_set(number) if number else self.place_list.selection_set()
        self.files.show(self.folder)

    def go_up(self) -> None:
        """Show the folder above."""
        if self.folder is not None and self.folder.parent != self.folder:
            self.show_folder(self.folder.parent)

    def _on_place(self) -> None:
        rows = self.place_list.selection()
        if rows and self.places[int(rows[0])].folder != self.folder:
            self.show_folder(self.places[int(rows[0])].folder)

    def _go_to_path(self) -> None:
        """Show the typed folder, or choose the typed file."""
        typed = self.path.get().strip()
        path = Path(typed)
        with suppress(RuntimeError):  # no such user
            path = path.expanduser()
        if not typed or (self.folder is None and typed == words.RECENT):
            return
        path = path if path.is_absolute() else (self.folder or Path.home()) / path
        purpose = self.request.purpose
        try:
            is_folder, is_file, has_folder = path.is_dir(), path.is_file(), path.parent.is_dir()
        except OSError:  # too long
            is_folder = is_file = has_folder = False
        if is_folder:
            self.show_folder(path)
            self.files.focus()
        elif purpose == "open" and is_file:
            self._finish([path])
        elif purpose == "save" and has_folder:
            self.show_folder(path.parent)
            self.name.delete(0, "end")
            self.name.insert(0, path.name)
            self.name.focus_set()
        else:
            self._warn(words.not_there(path))

    # Choosing ---------------------------------------------------------------------------------------------------------

    def _on_selection(self, entries: Sequence[Entry]) -> None:
        """Show the selected files."""
        self._ask_no_more()
        file = entries[0] if len(entries) == 1 and not entries[0].is_folder else None
        if file is None:
            self.preview.clear()
        else:
            self.preview.show(file.path)
            if self.request.purpose == "save":
                self.name.delete(0, "end")
                self.name.insert(0, file.path.name)
        self._say(words.selected(len(entries)) if len(entries) > 1 else self.files.summary)

    def accept(self) -> None:
        """Open the selected folder, choose the selected files, or ask before a file is overwritten."""
        entries = self.files.selected
        if len(entries) == 1 and entries[0].is_folder and not self._typing_name:
            self.show_folder(entries[0].path)
            return
        if self.request.purpose == "folder":
            if self.folder is not None:
                self._finish([self.folder])
        elif self.request.purpose == "save":
            self._save()
        elif files := [entry.path for entry in entries if not entry.is_folder]:
            self._finish(files)

    @property
    def _typing_name(self) -> bool:
        return self.request.purpose == "save" and self.focus_get() in (self.name, self.accept_button)

    def _save(self) -> None:
        name = self.name.get().strip()
        if not name:
            self._warn(words.NO_NAME)
            return
        kinds = self.request.kinds
        if kinds and not any(name.endswith(kind.suffix) for kind in kinds):
            name += kinds[0].suffix
        path = Path(name).expanduser()
        path = path if path.is_absolute() else (self.folder or self.request.folder) / path
        if path.is_dir():
            self._warn(words.is_folder(path))
        elif not path.parent.is_dir() and path.parent != self.request.folder:
            self._warn(words.no_folder(path.parent))
        elif path.exists() and self.replacing != path:
            self.replacing = path
            self.accept_button.configure(text=words.REPLACE)
            self._warn(words.replace(path.name))
            self.cancel_button.focus_set()  # Enter must not overwrite by accident
        else:
            self._finish([path])

    def _ask_no_more(self) -> None:
        """Withdraw the question whether to replace a file."""
        if self.replacing is not None:
            self.replacing = None
            self.accept_button.configure(text=BUTTONS[self.request.purpose])
        self._say(self.files.summary)

    def cancel(self) -> None:
        """Withdraw the question whether to replace a file, or close the dialog."""
        if self.replacing is not None:
            self._ask_no_more()
            self.name.focus_set()
        else:
            self.destroy()

    def _finish(self, chosen: Sequence[Path]) -> None:
        self.chosen = tuple(path.absolute() for path in chosen)
        self.destroy()

    def destroy(self) -> None:
        """Close the dialog."""
        if self.poll_timer:
            self.after_cancel(self.poll_timer)
            self.poll_timer = ""
        self.background.close(0)
        self.preview.close()
        self.files.close()
        super().destroy()

    # Keys and messages ------------------------------------------------------------------------------------------------

    def _on_enter(self, event: tkinter.Event[tkinter.Misc]) -> str:
        if event.widget is self.filter and is_path(self.filter.get()):  # pasted by mouse
            self._filter()
            self._go_to_path()
        elif not isinstance(event.widget, ttk.Button):  # Enter already presses a focused button
            self.accept()
        return "break"

    def _on_list_key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        """Type into the filter while the list has the focus."""
        state = event.state if isinstance(event.state, int) else 0
        if event.char.isprintable() and event.char.strip() and not state & 0xC:
            self.filter.focus_set()
            self.filter.insert("end", event.char)
            self._filter()
            return "break"
        return None

    def _filter(self) -> None:
        """Filter the files by the text, or move a path to the field for paths."""
        text = self.filter.get()
        if not is_path(text):
            self.files.filter(text)
            return
        self.filter.delete(0, "end")
        self.files.filter("")
        self.path.delete(0, "end")
        self.path.insert(0, text)
        self.path.focus_set()

    def _say(self, text: str) -> None:
        self.message.configure(text=text, style="WindowQuiet.TLabel")

    def _warn(self, text: str) -> None:
        self.bell()
        self.message.configure(text=text, style="WindowWarning.TLabel")

    def _poll(self) -> None:
        self.poll_timer = self.after(POLL_MS, self._poll)
        self.background.deliver_next()
        self.preview.background.deliver_next()
