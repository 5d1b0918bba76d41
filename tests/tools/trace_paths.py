"""Print, in order, which files of the program change something during a few actions in the window.

`python -m tests.tools.trace_paths [--calls]` needs a display. A function counts if it, or a function that it calls,
sets an attribute, alters a collection in an attribute, or updates a widget. Properties, cached functions and reasons
why a command is unavailable do not count. Drawing primitives and text helpers are left out. Consecutive entries of one
file count once, and so do those of the listeners of one event, which are printed in brackets. With `--calls`, the
functions through which a file is entered follow each file that is entered more than twice. To trace another version,
run this file in that version's folder with `PYTHONPATH=.`.
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
from tests.kit.windows import PLACING, TWO, arrive, click, click_spot, opened, point_at, press, screen, settle, wait
from workbench.matches.planning.plan import Plan
from workbench.table.setup import Setup

ROOT = f"{workbench.__path__[0]}/"
LEFT_OUT = ("gui/look/", "gui/widgets/", "boards/kit/", "gui/board/easel.py")
STORES = {"STORE_ATTR", "DELETE_ATTR", "STORE_SUBSCR", "DELETE_SUBSCR"}
SHOWS = {
    "configure", "pack", "grid", "place", "pack_forget", "grid_remove", "grid_forget", "place_forget", "focus_set",
    "focus_force", "itemconfigure", "coords", "create_image", "create_text", "create_line", "insert", "lift", "destroy",
}  # fmt: skip
ALTERS = {"append", "add", "pop", "clear", "update", "remove", "discard", "extend", "setdefault", "popitem"}
POLL, TELL, WHY_NOT = "Window._poll", "Signal.tell", "Registry.add.<locals>.<lambda>"


class Step(NamedTuple):
    """An entry of a file: the function, and the dispatch of the event during which it was called (0 for none)."""

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

    def acts(self) -> bool:
        if asks(self.code):
            return False
        return self.changed or any(call.acts() for call in self.calls)


@cache
def asked(file: str) -> set[int]:
    """Return the first lines of a file's functions that only return a value: properties, cached functions and
    reasons."""
    return {
        min([node.lineno, *(one.lineno for one in node.decorator_list)])
        for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and (
            {"property", "cache", "cached_property"} & {ast.unparse(one) for one in node.decorator_list}
            or node.name.startswith("no_")
        )
    }


@cache
def asks(code: CodeType) -> bool:
    return code.co_qualname == WHY_NOT or code.co_firstlineno in asked(code.co_filename)


@cache
def changing(code: CodeType) -> set[int]:
    """Return the lines in which a function changes an existing object or updates a widget."""
    made = code.co_name in ("__init__", "__post_init__", "__setattr__")
    lines, line, before = set[int](), 0, ""
    for one in dis.get_instructions(code):
        line = one.starts_line or line
        stores = one.opname in STORES and (one.opname.endswith("ATTR") or before == "LOAD_ATTR")
        calls = one.opname == "LOAD_METHOD" and (
            one.argval in SHOWS or (one.argval in ALTERS and before == "LOAD_ATTR")
        )
        if (stores and not made) or calls:
            lines.add(line)
        before = one.opname
    return lines


class Recorder:
    """Records the program's function calls on Tk's thread as call trees."""

    def __init__(self, window: Any) -> None:
        self.names = {id(signal): name for name, signal in vars(window.shell.events).items()}
        self.top = Call((lambda: None).__code__)
        self.stack: list[Call | None] = []

    def called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code, call = frame.f_code, None
            if code.co_filename.startswith(ROOT):
                told = self.names.get(id(frame.f_locals.get("self")), "?") if code.co_qualname == TELL else ""
                call = Call(code, told)
                next((one for one in reversed(self.stack) if one is not None), self.top).calls.append(call)
            self.stack.append(call)
        elif event == "return" and self.stack:
            self.stack.pop()

    def lined(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "line" and self.stack and (call := self.stack[-1]) is not None and call.code is frame.f_code:
            call.changed = call.changed or frame.f_lineno in changing(frame.f_code)
        return self.lined if frame.f_code.co_filename.startswith(ROOT) else None


@contextmanager
def recorded(window: Any) -> Iterator[Recorder]:
    recorder = Recorder(window)
    sys.setprofile(recorder.called)
    sys.settrace(recorder.lined)
    try:
        yield recorder
    finally:
        sys.settrace(None)
        sys.setprofile(None)


def steps(calls: list[Call], dispatch: int = 0, event: str = "") -> Iterator[Step]:
    """Yield the files that these calls enter, in order."""
    for call in calls:
        if not call.acts():
            continue
        if call.code.co_qualname == TELL:
            yield from steps(call.calls, dispatch or id(call), event or call.event)
            continue
        if not (call.file.endswith("words.py") or call.file.startswith(LEFT_OUT)):
            yield Step(call.file, call.code.co_qualname, dispatch, event)
        yield from steps(call.calls, dispatch, event)


def report(title: str, calls: list[Call], with_calls: bool) -> None:
    """Print the files in order, and the number of entries of each."""
    found = [next(group) for _, group in groupby(steps(calls), key=lambda step: (step.file, step.dispatch))]
    counts: Counter[str] = Counter()
    print(f"\n{title}")
    entries = 0
    for dispatch, group in groupby(found, key=lambda step: step.dispatch):
        line = list(group)
        files = dict.fromkeys(step.file for step in line) if dispatch else [step.file for step in line]
        counts.update(list(files))
        entries += 1 if dispatch else len(line)
        print(f"  [{line[0].event}: {' '.join(files)}]" if dispatch else "  " + "\n  ".join(files))
    often = {file: number for file, number in counts.items() if number > 2}
    print(f"  -- {entries} entries, {len(counts)} files, {len(often)} of them more than twice")
    for file, number in sorted(often.items(), key=lambda one: -one[1]):
        print(f"  {number} times {file}")
        if with_calls:
            for function, times in Counter(step.function for step in found if step.file == file).items():
                print(f"      {times} by {function}")


def without_polls(recorder: Recorder) -> list[Call]:
    return [call for call in recorder.top.calls if call.code.co_qualname != POLL]


def polled(recorder: Recorder, file: str) -> list[Call]:
    """Return the listeners that changed something in a file in the first such poll."""
    for poll in recorder.top.calls:
        if poll.code.co_qualname == POLL and enters(poll, file):
            tells = [call for call in poll.calls if call.code.co_qualname == TELL]
            return [listener for tell in tells for listener in tell.calls if enters(listener, file)]
    return []


def enters(call: Call, file: str) -> bool:
    """Return whether a call, directly or indirectly, changes something in a file."""
    return (call.file == file and call.acts()) or any(enters(one, file) for one in call.calls)


def strike(button: int = 1) -> None:
    for kind in (X.ButtonPress, X.ButtonRelease):
        xtest.fake_input(screen(), kind, button)
    arrive()
    settle(0.3)


def clicked(tell: Callable[[str, list[Call]], None]) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view: Any = window.screen.view
        point_at(view, *view.place_of("b2"))
        settle(0.5)
        steps_before = len(window.table.session.steps)
        with recorded(window) as recorder:
            strike()
        assert len(window.table.session.steps) == steps_before + 1
        tell("(a) A click on the board plays a move", without_polls(recorder))


def searched(tell: Callable[[str, list[Call]], None]) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        window.registry.run("analyse_mode")
        settle(0.3)
        analyse: Any = window.analyse
        desk = analyse.position.analyses if hasattr(analyse, "position") else analyse.desk
        desk.choose(desk.players, Limit(simulations=20_000))
        window.registry.run("analysis")
        with recorded(window) as recorder:
            wait(lambda: not desk.running)
            settle(0.3)
        tell("(b) A bot's report reaches the candidates", polled(recorder, "gui/analyse/candidate_table.py"))


def undone(tell: Callable[[str, list[Call]], None]) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        click_spot(window, "b2")
        settle(0.5)
        with recorded(window) as recorder:
            press("z", "Control_L")
            settle(0.3)
        assert not window.table.session.steps
        tell("(c) Ctrl+Z in a game", without_polls(recorder))
    with opened(Setup("herbs(ap=30,actions=2,rounds=3)", ("person", "random"), 1)) as window:
        window.playing.play("0M2")
        settle(0.5)
        with recorded(window) as recorder:
            press("z", "Control_L")
            settle(0.3)
        tell("(c) Ctrl+Z on a written sheet", without_polls(recorder))
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        edited(window)
        with recorded(window) as recorder:
            press("z", "Control_L")
            settle(0.5)
        tell("(c) Ctrl+Z in a set-up", without_polls(recorder))


def edited(window: Any) -> Recorder:
    """Put a piece on the board in Set up."""
    window.registry.run("set_up_mode")
    settle(0.5)
    click(window.set_up.column.palette.pieces["r"])
    point_at(window.set_up.view, *window.set_up.view.place_of("a1"))
    settle(0.5)
    with recorded(window) as recorder:
        strike()
        settle(0.3)
    return recorder


def set_up(tell: Callable[[str, list[Call]], None]) -> None:
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        recorder = edited(window)
        tell("(e) An edit in Set up", without_polls(recorder))
        tell("(e) The answer of its check", polled(recorder, "gui/set_up/column.py"))


def match_game(tell: Callable[[str, list[Call]], None]) -> None:
    with opened(Setup("herd(size=2)", TWO, 1)) as window:
        window.registry.run("match_new")
        window.matches.begin(Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=6, seed=2), 1, "")
        with recorded(window) as recorder:
            wait(lambda: window.matches.running is not None and window.matches.running.over)
            settle(1)
        tell("(d) A finished game of a match reaches its row", polled(recorder, "gui/matches/games.py"))


def main(words: list[str]) -> int:
    if words not in ([], ["--calls"]):
        print("usage: python -m tests.tools.trace_paths [--calls]", file=sys.stderr)
        return 2
    for action in (clicked, searched, undone, match_game, set_up):
        action(lambda title, calls: report(title, calls, bool(words)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
