"""Measure how many random bugs in the compiled core the tests catch.

python -m tests.measure.mutate_core --seed 33 --count 100 --results FILE [--list]

A mutant is one small change in a random `.pyx` or `.pxd` line of `fastcore`. It is built in a copy of the tree under
`build/mutants-core` with little optimization, and the tests of the core, the games and the bots run until one fails,
those of the mutant's own game first. A mutant that does not compile does not count. Every verdict is a JSON line in the
results file, so a second run continues the first. Files and lines are weighted by their code: every line that can be
changed is equally likely.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
PLACE = ROOT / "build" / "mutants-core"
COPY = PLACE / "tree"
LEFT_OUT = shutil.ignore_patterns(".git", "build", ".venv", "_*", ".*_cache", ".hypothesis", "screenshots", "*.so")
BUILD_SECONDS, TEST_SECONDS = 900, 900
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", "not window"]
FOLDERS = ["tests/games", "tests/core", "tests/bots", "tests/boards", "tests/positions", "tests/thinking"]
GOLDEN = "tests/core/test_golden.py"
ENGINES = {  # by a part of a file's path: the exact results that depend on it
    "/mcts/": "tree",
    "/alphabeta": "alphabeta",
    "/table": "alphabeta",
    "/plans/": "equilibrium or duct",
    "/information_set": "improver or ismcts",
    "/ismcts": "ismcts",
    "/knowledge/": "knowledge",
}
LAST = "tests/test_add_a_game.py"  # compiles further games, which use the defaults of `Game`
COMPILER = """#!/bin/sh
for word do shift; case "$word" in -O3) word=-O1 ;; esac; set -- "$@" "$word"; done
exec {compiler} "$@"
"""

COMPARISONS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPERATORS = {" + ": " - ", " - ": " + ", " * ": " + ", " // ": " * ", " & ": " | ", " | ": " & ", " ^ ": " | "}
OPERATORS |= {" << ": " >> ", " >> ": " << ", " += ": " -= ", " -= ": " += ", " |= ": " &= ", " &= ": " |= "}
WORDS = {"and": "or", "or": "and", "True": "False", "False": "True", "break": "continue", "continue": "break"}
NOT_CODE = re.compile(r"\s*(#|@|cimport|import|from|cdef extern|ctypedef|DEF|include|raise|assert)\b")
DECLARATION = re.compile(r"\s*(cdef|cpdef|def|class)\b")
REMOVABLE = re.compile(r"(\s+)(?!return|cdef|if|for|while|elif|else|with|try|except|finally|raise|pass|global|yield)"
                       r"[\w.\[\]*()&>-]+(\([^()]*\)|\s*[-+|&^*]?=\s*\S.*)$")  # fmt: skip


class Mutant(NamedTuple):
    """A change to one line: `new` replaces `old`, both without their line ends."""

    file: str
    line: int
    old: str
    new: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} {self.old.strip()!r} -> {self.new.strip()!r}"


def code_of(line: str) -> str:
    """Return a line without its comment. Quotes in the core's code lines never contain a hash sign with a space."""
    return re.split(r"\s+# ", line, maxsplit=1)[0].rstrip()


def code_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of every line that holds code and not a docstring, an import or a declaration."""
    quoted = False
    for number, line in enumerate(text.splitlines(), 1):
        quotes = line.count('"""')
        if quoted or quotes:
            quoted ^= quotes % 2 == 1
        elif line.strip() and not NOT_CODE.match(line) and not (DECLARATION.match(line) and "=" not in line):
            yield number, line


def changes(line: str) -> Iterator[str]:
    """Yield every changed version of a line of code."""
    code = code_of(line)
    signature = bool(re.match(r"\s*(cpdef|def|class|cdef\s.*\)\s*(noexcept|except.*|nogil)*:?$)", code))
    texts = [match.span() for match in re.finditer(r'"[^"]*"|\'[^\']*\'', code)]

    def replaced(match: re.Match[str], new: str) -> Iterator[str]:
        if not any(start <= match.start() < end for start, end in texts):
            yield code[: match.start()] + new + code[match.end() :]

    if not signature:
        for match in re.finditer(r"(?<=\s)(==|!=|<=|>=|<|>)(?=\s)", code):
            yield from replaced(match, COMPARISONS[match[0]])
        for sign, new in OPERATORS.items():
            for match in re.finditer(re.escape(sign), code):
                yield from replaced(match, new)
        for match in re.finditer(r"\b(and|or|True|False|break|continue)\b", code):
            yield from replaced(match, WORDS[match[0]])
        for match in re.finditer(r"\bnot (?!in\b)", code):
            yield from replaced(match, "")
        for match in re.finditer(r"(?<![\w.#\[])(\d+)(?![\w.\]])", code):  # sizes of arrays stay
            yield from replaced(match, str(int(match[1]) + 1))
            yield from replaced(match, str(int(match[1]) - 1) if int(match[1]) else "(-1)")
        if condition := re.match(r"(\s*(?:if|while|elif) )(.*):$", code):
            yield f"{condition[1]}not ({condition[2]}):"
        if REMOVABLE.match(code) and code.count("(") == code.count(")") and not code.endswith((",", "(", "\\")):
            yield re.match(r"\s*", code)[0] + "pass"  # type: ignore[index]


def mutants_of(tree: Path, file: str) -> list[list[Mutant]]:
    """Return the mutants of a file, one list for each line that can be changed."""
    text = (tree / file).read_text(encoding="utf-8")
    lines = ([Mutant(file, number, line, new) for new in changes(line)] for number, line in code_lines(text))
    return [mutants for mutants in lines if mutants]


def choose_mutants(tree: Path, seed: int) -> Iterator[Mutant]:
    """Yield mutants in a random order: every line is equally likely, then every change of it. No line comes twice."""
    random = Random(seed)
    files = sorted(path.relative_to(tree).as_posix() for path in (tree / "fastcore").rglob("*.p[yx][xd]"))
    lines = [mutants for file in files if not file.endswith("weights.pxd") for mutants in mutants_of(tree, file)]
    random.shuffle(lines)
    for mutants in lines:
        yield random.choice(mutants)


def all_tests() -> list[str]:
    paths = [path for name in FOLDERS for path in sorted((COPY / name).rglob("test_*.py"))]
    return [path.relative_to(COPY).as_posix() for path in paths] + [LAST]


def test_files(mutant: Mutant) -> list[str]:
    """Return the tests of the core, the games and the bots, those of the mutant's part first.

    The exact results come first, because they catch most mutants quickly. A mutant of one game is not run through the
    tests that are only about other games.
    """
    parts = set(Path(mutant.file).with_suffix("").parts[1:]) - {"games", "search"}
    games = {path.name for path in (COPY / "fastcore" / "games").iterdir() if path.is_dir()}

    def rank(file: str) -> tuple[bool, bool, bool]:
        return "golden" not in words_of(file), file == LAST, not words_of(file) & parts

    def about_another_game(file: str) -> bool:
        return bool(parts & games and words_of(file) & games and not words_of(file) & parts)

    return sorted((file for file in all_tests() if not about_another_game(file)), key=rank)


def first_results(mutant: Mutant) -> str:
    """Return which exact results to compare first: those that catch most mutants of this file. All if ""."""
    parts = Path(mutant.file).parts
    if parts[1] == "games" and len(parts) > 3:
        return parts[2]
    return next((results for part, results in ENGINES.items() if part in mutant.file), "")


def words_of(file: str) -> set[str]:
    return set(re.split(r"[/_.]", file))


def run(words: list[str], limit: float) -> tuple[int | None, str]:
    """Run a command in the copy. Return its exit code (None after the time limit) and the end of its output."""
    environment = os.environ | {"HERBARIUM_BUILD": "v3", "HERBARIUM_BUILDS": "v3", "PYTHONPATH": str(COPY)}
    environment |= {"CC": str(PLACE / "compiler"), "CCACHE_NOHASHDIR": "1"}
    environment |= {"PYTHONPYCACHEPREFIX": str(PLACE / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with (PLACE / "output.txt").open("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            words, cwd=COPY, env=environment, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            code: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(process.pid, 9)
            process.wait()
        output.seek(0)
        return code, output.read()[-6000:]


def build() -> tuple[int | None, str]:
    return run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], BUILD_SECONDS)


def make_copy() -> None:
    """Copy the tree and build it."""
    PLACE.mkdir(parents=True, exist_ok=True)
    compiler = "ccache gcc" if shutil.which("ccache") else "gcc"
    (PLACE / "compiler").write_text(COMPILER.format(compiler=compiler), encoding="utf-8")
    (PLACE / "compiler").chmod(0o755)
    if not COPY.exists():  # a copy that exists keeps its sources, so that a second run has the same mutants
        shutil.copytree(ROOT, COPY, symlinks=True, ignore=LEFT_OUT)
        for init in ROOT.rglob("__*__.py"):  # the pattern `_*` leaves them out
            relative = init.relative_to(ROOT)
            if relative.parts[0] in ("bots", "fastcore", "tests", "workbench"):
                shutil.copy2(init, COPY / relative)
    code, output = build()
    if code != 0:
        sys.exit(f"the unchanged tree does not build:\n{output}")


def failing_tests(path: Path) -> list[str]:
    """Return the options that leave out tests which fail without a mutant.

    `path` keeps the names of these tests for the next run.
    """
    if not path.exists():
        code, output = run([*PYTEST, *all_tests()], 4 * TEST_SECONDS)
        if code not in (0, 1):
            sys.exit(f"the tests of the unchanged tree do not run:\n{output}")
        path.write_text("\n".join(re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)), encoding="utf-8")
    return [
        f"--deselect={name}" if "::" in name else f"--ignore={name}"
        for name in path.read_text(encoding="utf-8").splitlines()
    ]


def judge(mutant: Mutant, left_out: list[str]) -> dict[str, object]:
    """Build a mutant, run the tests on it, and return the verdict: killed, survived, or "no program"."""
    start = time.monotonic()
    path = COPY / mutant.file
    original = path.read_text(encoding="utf-8")
    lines = original.splitlines()
    assert lines[mutant.line - 1] == mutant.old
    lines[mutant.line - 1] = mutant.new
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    try:
        code, output = build()
        if code != 0:
            return {"verdict": "no program", "seconds": round(time.monotonic() - start, 1)}
        built = time.monotonic()
        code, output = 0, ""
        if results := first_results(mutant):
            code, output = run([*PYTEST, "-x", GOLDEN, "-k", results], TEST_SECONDS)
        if code == 0:
            code, output = run([*PYTEST, "-x", *left_out, *test_files(mutant)], TEST_SECONDS)
    finally:
        path.write_text(original, encoding="utf-8")
    by = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE) or [f"exit code {code}"]
    verdict = "survived" if code == 0 else "killed"
    seconds = [round(built - start, 1), round(time.monotonic() - built, 1)]
    return {"verdict": verdict, "by": "" if code == 0 else by[0], "seconds": seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=33)
    parser.add_argument("--count", type=int, default=100, help="mutants that compile")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    options = parser.parse_args()
    if options.list:
        print(*(mutant.name for mutant in islice(choose_mutants(ROOT, options.seed), options.count)), sep="\n")
        return
    make_copy()
    left_out = failing_tests(options.results.with_suffix(".failing"))
    lines = options.results.read_text(encoding="utf-8").splitlines() if options.results.exists() else []
    verdicts = {line["mutant"]: line["verdict"] for line in map(json.loads, lines)}
    for mutant in choose_mutants(COPY, options.seed):
        if sum(verdict != "no program" for verdict in verdicts.values()) >= options.count:
            break
        if mutant.name not in verdicts:
            judged = judge(mutant, left_out)
            verdicts[mutant.name] = str(judged["verdict"])
            with options.results.open("a", encoding="utf-8") as results:
                results.write(json.dumps({"mutant": mutant.name, **judged}) + "\n")
    found = list(verdicts.values())
    print(f"{found.count('killed')} of {found.count('killed') + found.count('survived')} mutants killed")


if __name__ == "__main__":
    main()
