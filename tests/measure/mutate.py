"""Measure how many random bugs the tests catch: python -m tests.measure.mutate --seed 31 --count 150 --results FILE

A mutant is one small change at a random place in the Python code of `bots` or `workbench`, except `workbench/gui`. It
runs in a copy of the tree under `build/mutants`. The tests closest to it run first: those that name its function or
import its module, those in the folder of the same name, then more distant importers. The first round runs a short set
of tests on every mutant. Later rounds run more tests on the survivors, and the last round runs the tests of the window;
`--rounds` limits the number of rounds. Every verdict is a JSON line in the results file, so a second run can continue
the first. An `.xml` file beside it has the results of the unchanged program: tests that fail in it are left out, and a
mutant counts as hanging if its tests take a minute more than three times their usual duration. It needs Linux.
"""

from __future__ import annotations

import argparse
import ast
import ctypes
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent.parent
PLACE = ROOT / "build" / "mutants"
COPY = PLACE / "tree"
IGNORED = shutil.ignore_patterns(".git", "build", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
SKIPPED = ("tests/test_add_a_game.py", "tests/test_builds.py")  # they compile the core, which no mutant changes
ROUND_SECONDS = (8.0, 120.0, 1e9)  # duration of the tests in each round; the last entry takes all remaining tests
WINDOW_ROUND = len(ROUND_SECONDS)
LIMIT_FACTOR, EXTRA_SECONDS = 3.0, 60.0
MEMORY = 8 << 30
PR_SET_CHILD_SUBREAPER = 36

COMPARISONS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "in": "not in", "not in": "in"}
COMPARISONS |= {"is": "is not", "is not": "is"}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*"}
SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not", ast.And: "and", ast.Or: "or", ast.Add: "+", ast.Sub: "-",
    ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip


class Mutant(NamedTuple):
    """A change to a file: `new` replaces the text from `start` to `end`."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} {self.old!r} -> {self.new!r} at {self.start}"


class Source:
    """The text of a file, with the offsets of its lines."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.text = (ROOT / file).read_text(encoding="utf-8")
        self.lines = self.text.splitlines(keepends=True)
        self.offsets = [0]
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """Return the offset in characters of a line and a column in bytes, which `ast` uses."""
        return self.offsets[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def mutant(self, start: int, end: int, new: str) -> Mutant:
        return Mutant(self.file, self.text.count("\n", 0, start) + 1, start, end, self.text[start:end], new)

    def replace_operator(self, left: ast.expr, right: ast.expr, sign: str, new: str) -> Iterator[Mutant]:
        """Yield the mutant that replaces the operator between two operands."""
        first, last = self.span(left)[1], self.span(right)[0]
        words = r"\s+".join(re.escape(word) for word in sign.split())
        sign_match = re.search(rf"\b{words}\b" if sign[0].isalpha() else words, self.text[first:last])
        if sign_match:
            yield self.mutant(first + sign_match.start(), first + sign_match.end(), new)

    def negate(self, test: ast.expr) -> Mutant:
        start, end = self.span(test)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.mutant(start, self.span(test.operand)[0], "")
        return self.mutant(start, end, f"(not ({self.text[start:end]}))")

    def mutants(self) -> list[Mutant]:
        """Return every mutant of the file."""
        return list(dict.fromkeys(mutant for node in walk(ast.parse(self.text)) for mutant in self.mutants_of(node)))

    def is_program(self, mutant: Mutant) -> bool:
        """Return whether the changed text compiles and its meaning differs from the original."""
        with suppress(SyntaxError):
            changed = ast.parse(self.text[: mutant.start] + mutant.new + self.text[mutant.end :])
            return ast.dump(changed) != ast.dump(ast.parse(self.text))
        return False

    def mutants_of(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                yield from self.replace_operator(left, right, SIGNS[type(operator)], COMPARISONS[SIGNS[type(operator)]])
        elif isinstance(node, ast.BoolOp):
            sign = SIGNS[type(node.op)]
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self.replace_operator(left, right, sign, "or" if sign == "and" else "and")
        elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
            if not any(
                isinstance(operand, ast.JoinedStr | ast.List) or is_text(operand) for operand in (node.left, node.right)
            ):
                yield from self.replace_operator(
                    node.left, node.right, SIGNS[type(node.op)], ARITHMETIC[SIGNS[type(node.op)]]
                )
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
            old = SIGNS[type(node.op)]
            yield from self.replace_operator(node.target, node.value, f"{old}=", f"{ARITHMETIC[old]}=")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            start, end = self.span(node)
            yield self.mutant(start, end, str(node.value + 1))
            yield self.mutant(start, end, str(node.value - 1) if node.value else "(-1)")
        elif isinstance(node, ast.Return) and node.value is not None:
            yield self.mutant(*self.span(node.value), "None")
        elif isinstance(node, ast.Break | ast.Continue):
            yield self.mutant(*self.span(node), "continue" if isinstance(node, ast.Break) else "break")
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield self.negate(node.test)
        elif isinstance(node, ast.comprehension):
            yield from (self.negate(test) for test in node.ifs)
        elif is_removable(node):
            assert isinstance(node, ast.stmt)
            yield self.mutant(*self.span(node), "pass")


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_removable(node: ast.AST) -> bool:
    """Return whether a statement can be removed without leaving a name undefined."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom)
    if isinstance(node, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in node.targets)
    return isinstance(node, ast.AugAssign | ast.Raise | ast.Delete)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and its descendants, except annotations, format specs, type-only imports and `__main__`."""
    if isinstance(node, ast.If) and re.search(r"TYPE_CHECKING|__main__", ast.unparse(node.test)):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "format_spec"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from walk(child)


def code_lines(file: str) -> int:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


def choose_mutants(seed: int, count: int) -> list[Mutant]:
    """Return `count` different mutants: files are weighted by lines of code, mutants of a file are equally likely."""
    random = Random(seed)
    files = [file for file in python_files("bots", "workbench") if not file.startswith("workbench/gui/")]
    weights = [code_lines(file) for file in files]
    chosen: dict[Mutant, None] = {}
    while len(chosen) < count:
        source = Source(random.choices(files, weights)[0])
        if (every := source.mutants()) and source.is_program(mutant := random.choice(every)):
            chosen[mutant] = None
    return list(chosen)


def python_files(*folders: str) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for top in folders for path in (ROOT / top).rglob("*.py"))


def module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def importers() -> dict[str, set[str]]:
    """Return the files that import each module."""
    importing_files: dict[str, set[str]] = defaultdict(set)
    for file in python_files("bots", "workbench", "tests"):
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    importing_files[alias.name].add(file)
            elif isinstance(node, ast.ImportFrom):
                for name in (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)):
                    importing_files[name].add(file)
    return importing_files


def scope(mutant: Mutant) -> list[str]:
    """Return the public names of the classes and functions that contain a mutant."""
    tree = ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.lineno <= mutant.line <= (node.end_lineno or 0)
        if not node.name.startswith("_")
    ]


@cache
def words_of(file: str) -> set[str]:
    return set(re.findall(r"\w+", (ROOT / file).read_text(encoding="utf-8")))


def test_files(mutant: Mutant, times: dict[str, float]) -> list[str]:
    """Return the test files, those most likely to kill the mutant first."""
    file, names = mutant.file, scope(mutant)
    distance, edge = {file: 0}, [file]
    for name in edge:
        for user in sorted(importers()[module(name)]):
            if user not in distance:
                distance[user] = distance[name] + 1
                edge.append(user)
    parts = Path(file).parts[1:-1] or Path(file).parts[:1]
    stems = {f"test_{part}" for part in (*parts, Path(file).stem)}

    def rank(test: str) -> tuple[int, float]:
        folders = Path(test).parts[1:-1]
        closeness = 0 if parts[-1] in folders or Path(test).stem in stems else 1 if {*parts} & {*folders} else 99
        return min(closeness, distance.get(test, 99)) - len(words_of(test).intersection(names)), times.get(test, 1.0)

    test_paths = sorted(path.relative_to(COPY).as_posix() for path in (COPY / "tests").rglob("test_*.py"))
    return sorted(test_paths, key=rank)


def rounds(mutant: Mutant, times: dict[str, float]) -> list[list[str]]:
    """Return the test files of each round. The last round has the tests of the window."""
    files = [name for name in test_files(mutant, times) if name not in SKIPPED]
    files_by_round: list[list[str]] = [[] for _ in ROUND_SECONDS]
    number, spent = 0, 0.0
    for name in files:
        if not name.startswith("tests/gui/"):
            if spent > ROUND_SECONDS[number]:
                number, spent = number + 1, 0.0
            files_by_round[number].append(name)
            spent += times.get(name, 1.0)
    return [*files_by_round, [name for name in files if name.startswith("tests/gui/")]]


def limit_resources() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_children() -> None:
    """Kill every process that the tests left running. This process is their subreaper, so orphans are its children."""
    while True:
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
        if not children:
            return
        for child in children:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(int(child), signal.SIGKILL)
                os.waitpid(int(child), 0)


def run(words: list[str], limit: float) -> tuple[int | None, str]:
    """Run pytest in the copy. Return its exit code (None after the time limit) and the end of its output."""
    temporary = PLACE / "tmp"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    python = COPY / ".venv" / "bin" / "python"
    command = [str(python if python.exists() else sys.executable), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(COPY), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(temporary)}
    with (PLACE / "output.txt").open("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [*command, "-p", "no:randomly", *words], cwd=COPY, env=environment, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit_resources,
        )  # fmt: skip
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            process.kill()
            process.wait()
            end_children()
        output.seek(0)
        return code, output.read()[-4000:]


def copy_tree() -> None:
    """Copy the tree, hard-link its virtual environment, and make the environment use the copy."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT, COPY, symlinks=True, ignore=lambda folder, names: {*IGNORED(folder, names)} | {".venv"})
    if (ROOT / ".venv").is_dir():
        shutil.copytree(ROOT / ".venv", COPY / ".venv", symlinks=True, copy_function=os.link)
        for path in (*COPY.glob(".venv/lib/*/site-packages/*.pth"), *COPY.glob(".venv/bin/*")):
            if path.is_file() and not path.is_symlink() and str(ROOT).encode() in (content := path.read_bytes()):
                mode = path.stat().st_mode
                path.unlink()  # break the hard link, so that the original does not change
                path.write_bytes(content.replace(str(ROOT).encode(), str(COPY).encode()))
                path.chmod(mode)


def baseline(path: Path) -> tuple[dict[str, float], list[str]]:
    """Return the seconds of each test file, and the options that deselect tests which fail without a mutant."""
    if not path.exists():
        run(["-m", "not window", *(f"--ignore={file}" for file in SKIPPED), f"--junitxml={path.resolve()}"], 7200)
    times, failing = defaultdict[str, float](float), list[str]()
    for case in ElementTree.parse(path).iter("testcase"):
        file = case.attrib["classname"].replace(".", "/") + ".py"
        times[file] += float(case.attrib["time"])
        if case.find("failure") is not None or case.find("error") is not None:
            failing.append(f"--deselect={file}::{case.attrib['name']}")
    return times, failing


def judge_mutant(mutant: Mutant, files: list[str], words: list[str], limit: float) -> dict[str, object]:
    """Run tests on a mutant and return the verdict: killed, survived or unclear.

    If the tests hang, they run again without the mutant, to exclude other causes.
    """
    start = time.monotonic()
    path = COPY / mutant.file
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    command = ["-x", *words, *files]
    path.write_text(text[: mutant.start] + mutant.new + text[mutant.end :], encoding="utf-8")
    try:
        code, output = run(command, limit)
    finally:
        shutil.copy2(ROOT / mutant.file, path)
    by = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    is_clear = code is None or code in (0, 1, 2, 5) or code < 0 or "conftest" in output
    verdict = "survived" if code in (0, 5) else "killed" if is_clear else "unclear"
    if code is None:
        again = time.monotonic()
        baseline_code, _ = run(command, limit)
        verdict = "killed" if baseline_code in (0, 5) and time.monotonic() - again < limit / 2 else "unclear"
        by = ["time limit"]
    return {"verdict": verdict, "code": code, "by": by, "seconds": round(time.monotonic() - start, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=WINDOW_ROUND + 1, help="how many; the last one is the window's")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    options = parser.parse_args()
    mutants = choose_mutants(options.seed, options.count)
    if options.list:
        print(*(mutant.name for mutant in mutants), sep="\n")
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # raises KeyboardInterrupt, so that the tests end as well
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    copy_tree()
    times, failing = baseline(options.results.with_suffix(".xml"))
    lines = options.results.read_text(encoding="utf-8").splitlines() if options.results.exists() else []
    verdicts = {(line["mutant"], line["round"]): line["verdict"] for line in map(json.loads, lines)}
    for number in range(options.rounds):
        for mutant in mutants:
            if (mutant.name, number) in verdicts or any(
                verdicts.get((mutant.name, i)) == "killed" for i in range(number)
            ):
                continue
            files = rounds(mutant, times)[number]
            words = failing if number == WINDOW_ROUND else ["-m", "not window", *failing]
            limit = LIMIT_FACTOR * sum(times.get(file, 20.0) for file in files) + EXTRA_SECONDS
            judged = judge_mutant(mutant, files, words, limit) if files else {"verdict": "survived", "seconds": 0}
            verdicts[mutant.name, number] = str(judged["verdict"])
            with options.results.open("a", encoding="utf-8") as results:
                results.write(json.dumps({"mutant": mutant.name, "round": number, **judged}) + "\n")
    killed = {name for (name, _), verdict in verdicts.items() if verdict == "killed"}
    print(f"{len(mutants)} mutants, {len(killed)} killed")


if __name__ == "__main__":
    main()
