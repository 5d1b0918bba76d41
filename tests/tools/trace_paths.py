"""Print, in order, which files of the program change something during a few actions in the window.

`python -m tests.tools.trace_paths [--calls]` needs a display. A function counts if it, or a function that it calls,
sets an attribute, changes a collection in an attribute, or updates a widget. Properties, cached functions and reasons
why a command is unavailable do not count. Drawing primitives and text helpers are left out. Consecutive entries into a
file count once, and so do those of the listeners of one event, which are printed in brackets. With `--calls`, every
file with more than two entries is followed by the functions through which it is entered. To trace a version whose
names differ, run its own copy of this program.
"""

from __future__ import annotations

import ast
import dis
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from Xlib import X
from Xlib.ext import xtest

import workbench
from bots.report import Limit
from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    flush_events,
    open_window,
    point_at,
    press,
    screen,
    settle,
    wait,
)
from workbench.matches.planning.plan import Plan
from workbench.table.setup import Setup

ROOT = f"{workbench.__path__[0]}/"
IGNORED = ("gui/look/", "gui/widgets/", "boards/kit/", "gui/board/easel.py")
STORES = {"STORE_ATTR", "DELETE_ATTR", "STORE_SUBSCR", "DELETE_SUBSCR"}
WIDGET_UPDATES = {
    "configure", "pack", "grid", "place", "pack_forget", "grid_remove", "grid_forget", "place_forget", "focus_set",
    "focus_force", "itemconfigure", "coords", "create_image", "create_text", "create_line", "insert", "lift", "destroy",
}  # fmt: skip
COLLECTION_CHANGES = {"append", "add", "pop", "clear", "update", "remove", "discard", "extend", "setdefault", "popitem"}
POLL, DISPATCH, WHY_NOT = "Window._poll", "Signal.emit", "Registry.add.<locals>.<lambda>"
REASONS = {"idle_reason", "unavailable_reason"}  # in addition to functions whose names begin with "no_"


class Step(NamedTuple):
    """An entry into a file: the function called, and the event dispatch that called it (id 0 for none)."""

    file: str
    function: str
    dispatch: int
    event: str


class Call:
    """A call of a function, the calls that it made, and whether its own lines changed something."""

    def __init__(self, code: CodeType, event: str = "") -> None:
        self.code, self.event, self.changed = code, event, False
        self.calls: list[Call] = []

    @property
    def file(self) -> str:
        return self.code.co_filename.removeprefix(ROOT)

    def has_effect(self) -> bool:
        if is_getter(self.code):
            return False
        return self.changed or any(call.has_effect() for call in self.calls)


@cache
def getter_lines(file: str) -> set[int]:
    """Return the first lines of a file's functions that only return a value: properties, caches and reasons."""
    return {
        min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and (
            {"property", "cache", "cached_property"} & {ast.unparse(decorator) for decorator in node.decorator_list}
            or node.name.lstrip("_").startswith("no_")
            or node.name in REASONS
        )
    }


@cache
def is_getter(code: CodeType) -> bool:
    return code.co_qualname == WHY_NOT or code.co_firstlineno in getter_lines(code.co_filename)


@cache
def changing_lines(code: CodeType) -> set[int]:
    """Return the lines in which a function changes an existing object or updates a widget."""
    is_constructor = code.co_name in ("__init__", "__post_init__", "__setattr__")
    lines, line, before = set[int](), 0, ""
    for instruction in dis.get_instructions(code):
        line = instruction.starts_line or line
        stores = instruction.opname in STORES and (instruction.opname.endswith("ATTR") or before == "LOAD_ATTR")
        calls = instruction.opname == "LOAD_METHOD" and (
            instruction.argval in WIDGET_UPDATES or (instruction.argval in COLLECTION_CHANGES and before == "LOAD_ATTR")
        )
        if (stores and not is_constructor) or calls:
            lines.add(line)
        before = instruction.opname
    return lines


class Recorder:
    """Records the program's function calls on Tk's thread as call trees."""

    def __init__(self, window: TestedWindow) -> None:
        self.names = {id(signal): name for name, signal in vars(window.shell.events).items()}
        self.top = Call((lambda: None).__code__)
        self.stack: list[Call | None] = []

    def on_call(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code, call = frame.f_code, None
            if code.co_filename.startswith(ROOT):
                event_name = self.names.get(id(frame.f_locals.get("self")), "?") if code.co_qualname == DISPATCH else ""
                call = Call(code, event_name)
                next((caller for caller in reversed(self.stack) if caller is not None), self.top).calls.append(call)
            self.stack.append(call)
        elif event == "return" and self.stack:
            self.stack.pop()

    def on_line(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "line" and self.stack and (call := self.stack[-1]) is not None and call.code is frame.f_code:
            call.changed = call.changed or frame.f_lineno in changing_lines(frame.f_code)
        return self.on_line if frame.f_code.co_filename.startswith(ROOT) else None


@contextmanager
def record(window: TestedWindow) -> Iterator[Recorder]:
    recorder = Recorder(window)
    sys.setprofile(recorder.on_call)
    sys.settrace(recorder.on_line)
    try:
        yield recorder
    finally:
        sys.settrace(None)
        sys.setprofile(None)


def steps(calls: list[Call], dispatch: int = 0, event: str = "") -> Iterator[Step]:
    """Yield the files that these calls enter, in order."""
    for call in calls:
        if not call.has_effect():
            continue
        if call.code.co_qualname == DISPATCH:
            yield from steps(call.calls, dispatch or id(call), event or call.event)
            continue
        if not (call.file.endswith("words.py") or call.file.startswith(IGNORED)):
            yield Step(call.file, call.code.co_qualname, dispatch, event)
        yield from steps(call.calls, dispatch, event)


def report(title: str, calls: list[Call], with_calls: bool) -> None:
    """Print the files in order, and the number of entries into each."""
    first_steps = [next(group) for _, group in groupby(steps(calls), key=lambda step: (step.file, step.dispatch))]
    counts: Counter[str] = Counter()
    print(f"\n{title}")
    entries = 0
    for dispatch, group in groupby(first_steps, key=lambda step: step.dispatch):
        line = list(group)
        files = dict.fromkeys(step.file for step in line) if dispatch else [step.file for step in line]
        counts.update(list(files))
        entries += 1 if dispatch else len(line)
        print(f"  [{line[0].event}: {' '.join(files)}]" if dispatch else "  " + "\n  ".join(files))
    frequent = {file: number for file, number in counts.items() if number > 2}
    print(f"  -- {entries} entries, {len(counts)} files, {len(frequent)} of them more than twice")
    for file, number in sorted(frequent.items(), key=lambda entry: -entry[1]):
        print(f"  {number} times {file}")
        if with_calls:
            for function, times in Counter(step.function for step in first_steps if step.file == file).items():
                print(f"      {times} by {function}")


def without_polls(recorder: Recorder) -> list[Call]:
    return [call for call in recorder.top.calls if call.code.co_qualname != POLL]


def listeners_of_poll(recorder: Recorder, file: str) -> list[Call]:
    """Return the listeners that changed something in a file, during the first poll in which any did."""
    for poll in recorder.top.calls:
        if poll.code.co_qualname == POLL and enters(poll, file):
            dispatches = [call for call in poll.calls if call.code.co_qualname == DISPATCH]
            return [listener for print_trace in dispatches for listener in print_trace.calls if enters(listener, file)]
    return []


def enters(call: Call, file: str) -> bool:
    """Return whether a call changes something in a file, directly or indirectly."""
    return (call.file == file and call.has_effect()) or any(enters(inner, file) for inner in call.calls)


def click_here(button: int = 1) -> None:
    for kind in (X.ButtonPress, X.ButtonRelease):
        xtest.fake_input(screen(), kind, button)
    flush_events()
    settle(0.3)


def trace_click(print_trace: Callable[[str, list[Call]], None]) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view: Any = window.screen.view
        point_at(view, *view.place_of("b2"))
        settle(0.5)
        steps_before = len(window.table.session.steps)
        with record(window) as recorder:
            click_here()
        assert len(window.table.session.steps) == steps_before + 1
        print_trace("(a) A click on the board plays a move", without_polls(recorder))


def trace_search(print_trace: Callable[[str, list[Call]], None]) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        window.registry.run("analyse_mode")
        settle(0.3)
        analyses = window.analyse.position.analyses
        analyses.set_bots(analyses.players, Limit(simulations=20_000))
        window.registry.run("analysis")
        with record(window) as recorder:
            wait(lambda: not analyses.running)
            settle(0.3)
        print_trace(
            "(b) A bot's report reaches the candidates", listeners_of_poll(recorder, "gui/analyse/candidate_table.py")
        )


def trace_undo(print_trace: Callable[[str, list[Call]], None]) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        click_spot(window, "b2")
        settle(0.5)
        with record(window) as recorder:
            press("z", "Control_L")
            settle(0.3)
        assert not window.table.session.steps
        print_trace("(c) Ctrl+Z in a game", without_polls(recorder))
    with open_window(Setup("herbs(ap=30,actions=2,rounds=3)", ("person", "random"), 1)) as window:
        window.playing.play("0M2")
        settle(0.5)
        with record(window) as recorder:
            press("z", "Control_L")
            settle(0.3)
        print_trace("(c) Ctrl+Z on a written sheet", without_polls(recorder))
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        edit_position(window)
        with record(window) as recorder:
            press("z", "Control_L")
            settle(0.5)
        print_trace("(c) Ctrl+Z in a set-up", without_polls(recorder))


def edit_position(window: TestedWindow) -> Recorder:
    """Place a piece on the board in Set up."""
    window.registry.run("set_up_mode")
    settle(0.5)
    view, column = window.set_up.view, window.set_up.column
    assert view is not None and column is not None and column.palette is not None
    click(column.palette.pieces["r"])
    point_at(view, *view.place_of("a1"))
    settle(0.5)
    with record(window) as recorder:
        click_here()
        settle(0.3)
    return recorder


def trace_set_up(print_trace: Callable[[str, list[Call]], None]) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        recorder = edit_position(window)
        print_trace("(e) An edit in Set up", without_polls(recorder))
        print_trace("(e) The answer of its check", listeners_of_poll(recorder, "gui/set_up/column.py"))


def trace_match(print_trace: Callable[[str, list[Call]], None]) -> None:
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.registry.run("match_new")
        window.matches.start_match(Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=6, seed=2), 1, "")
        with record(window) as recorder:
            wait(lambda: window.matches.running is not None and window.matches.running.is_over)
            settle(1)
        print_trace(
            "(d) A finished game of a match reaches its row", listeners_of_poll(recorder, "gui/matches/games.py")
        )


def main(words: list[str]) -> int:
    if words not in ([], ["--calls"]):
        print("usage: python -m tests.tools.trace_paths [--calls]", file=sys.stderr)
        return 2
    for action in (trace_click, trace_search, trace_undo, trace_match, trace_set_up):
        action(lambda title, calls: report(title, calls, bool(words)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
