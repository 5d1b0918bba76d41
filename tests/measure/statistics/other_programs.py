"""Compare the statistics of matches with those of fishtest and fastchess on random count vectors.

`python -m tests.measure.statistics.other_programs FISHTEST FASTCHESS [VECTORS]` needs checkouts of both programs, SciPy
and g++. Half of the vectors count pairs of games in five bins, half count single games in three. The factor by which
Student's t widens our intervals is taken out before they are compared.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from importlib import import_module
from math import isfinite
from pathlib import Path

import numpy as np

from workbench.statistics import scale
from workbench.statistics.pentanomial import bin_leads
from workbench.statistics.sprt import Sprt

BOUNDS = (
    (0, 5), (0, 2), (-2, 2), (0.5, 2.5), (-1.75, 0.25), (0, 10), (-3, 1), (-5, 0), (5, 35), (0, 50), (-10, 10),
    (0, 100), (35, 184), (-1, 3),
)  # fmt: skip
MOST_LISTED = 20_000  # blocks up to which Elo and its interval are compared
SOURCES = ("sprt/sprt.cpp", "elo/elo_pentanomial.cpp", "elo/elo_wdl.cpp")
STUBS = {  # of what these sources include and do not need
    "core/logger/logger.hpp": "#define LOG_TRACE(...)\n"
    "namespace fastchess { struct Logger { enum class Level { WARN }; template <Level L, class... A>"
    " static void print(A&&...) {} }; }\n",
    "core/helper.hpp": "#include <string>\n#define NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(...)\n",
    "types/match_data.hpp": "namespace chess { enum class GameResult { WIN, LOSE, DRAW }; }\n"
    "struct MatchData { struct { struct { chess::GameResult result; } white, black; } players; };\n",
    "types/exception.hpp": "#include <stdexcept>\n"
    "namespace fastchess {\n"
    "struct fastchess_exception : std::runtime_error { using std::runtime_error::runtime_error; };\n}\n",
    "fmt/include/fmt/core.h": "#include <string>\nnamespace fmt {"
    ' template <class... A> std::string format(A&&...) { return ""; } }\n',
    "fmt/include/fmt/std.h": "",
}
HEADERS = ("cmath", "array", "limits", "algorithm", "string", "fmt/include/fmt/core.h")

Vector = tuple[list[int], float, float]  # counts, elo0, elo1


def vectors(count: int, seed: int = 20261130) -> list[Vector]:
    """Return random count vectors with bounds: 1 to 300 million blocks, many with empty bins."""
    random, found = np.random.default_rng(seed), list[Vector]()
    while len(found) < count:
        bins = 5 if len(found) % 2 == 0 else 3
        blocks = int(10 ** random.uniform(0, 8.48 if random.random() < 0.25 else 4.3))
        weights = random.gamma(random.choice([0.05, 0.3, 1, 5]), size=bins) + 1e-300
        kind = random.random()
        if kind < 0.1:
            weights[random.integers(bins)] = 1e9  # nearly all in one bin
        counts = random.multinomial(blocks, weights / weights.sum()).tolist()
        if kind > 0.97:
            counts = [0] * bins
            counts[random.integers(bins)] = blocks
        wide = sorted(random.choice(np.arange(-200, 201), 2, replace=False).tolist())
        elo0, elo1 = BOUNDS[random.integers(len(BOUNDS))] if random.random() < 0.6 else wide
        found.append((counts, float(elo0), float(elo1)))
    return found


def fastchess(folder: Path, rows: list[Vector]) -> list[list[float]]:
    """Return Elo, its half width, normalised Elo, its half width, and both ratios, from fastchess's own code."""
    with tempfile.TemporaryDirectory() as name:
        work, source = Path(name), folder / "app/src"
        for file, text in STUBS.items():
            (work / file).parent.mkdir(parents=True, exist_ok=True)
            (work / file).write_text("#pragma once\n" + text)
        headers = [part for header in HEADERS for part in ("-include", header)]
        files = [Path(__file__).with_name("fastchess.cpp"), *(source / "matchmaking" / one for one in SOURCES)]
        subprocess.run(
            ["g++", "-O1", "-std=c++17", f"-I{work}", f"-I{source}", *headers, *files, "-o", work / "counts"],
            check=True,
        )
        text = "".join(f"{len(counts)} {' '.join(map(str, counts))} {low} {high}\n" for counts, low, high in rows)
        out = subprocess.run([work / "counts"], input=text, capture_output=True, text=True, check=True).stdout
    return [list(map(float, line.split())) for line in out.splitlines()]


def intervals(counts: list[int], theirs: list[float]) -> dict[str, float]:
    """Return the differences of Elo, normalised Elo and their intervals."""
    bins, blocks = len(counts), sum(counts)
    leads = np.repeat(bin_leads(bins), counts).tolist()
    found, middle, half = dict[str, float](), scale.mean(leads), scale.half_width(leads)
    if isfinite(theirs[0]):
        found["Elo, fastchess"] = abs(scale.elo(middle) - theirs[0])
    if half is not None and isfinite(theirs[1]):
        half /= scale.widening(blocks)
        found["half width of Elo, fastchess"] = abs(
            (scale.elo(middle + half) - scale.elo(middle - half)) / 2 - theirs[1]
        ) / max(1, theirs[1])
    normalised = scale.normalised_elo(leads, 2 if bins == 5 else 1)
    if normalised is not None:
        found["normalised Elo, fastchess"] = abs(normalised.value - theirs[2]) / max(1, abs(theirs[2]))
        width = (normalised.high - normalised.value) / scale.widening(blocks)
        found["half width of normalised Elo, fastchess"] = abs(width - theirs[3]) / theirs[3]
    return found


def main(fishtest: str, other: str, count: str = "24051") -> None:
    """Print a Markdown table of the differences, relative where the numbers are above 1."""
    sys.path.insert(0, str(Path(fishtest) / "server"))
    exact = import_module("fishtest.stats.LLRcalc")
    rows = vectors(int(count))
    differences, failures = defaultdict[str, list[float]](list), Counter[str]()
    for (counts, elo0, elo1), theirs in zip(rows, fastchess(Path(other), rows), strict=True):
        if 2 <= sum(counts) <= MOST_LISTED and max(counts) < sum(counts):
            for name, difference in intervals(counts, theirs).items():
                differences[name].append(difference)
        for model, name, place in (("logistic", "LLR_logistic", 4), ("normalised", "LLR_normalized", 5)):
            ours = Sprt(elo0, elo1, model=model).llr(counts)  # type: ignore[arg-type]
            ratios = {"fastchess": theirs[place]}
            try:
                ratios["fishtest"] = getattr(exact, name)(elo0, elo1, counts)
            except (AssertionError, ValueError, ZeroDivisionError):
                failures[f"LLR {model}, fishtest"] += 1
            failures[f"LLR {model}, ours"] += not isfinite(ours)
            for program, ratio in ratios.items():
                if isfinite(ratio):
                    differences[f"LLR {model}, {program}"].append(abs(ours - ratio) / max(1, abs(ours)))
                else:
                    failures[f"LLR {model}, {program}"] += 1
    print("| figure | compared | above 1e-6 | above 1e-3 | most | failures |", "| --- |" + " --- |" * 5, sep="\n")
    for name in sorted(differences):
        found = np.array(differences[name])
        above = f"{(found > 1e-6).sum():,} | {(found > 1e-3).sum():,}"
        print(f"| {name} | {len(found):,} | {above} | {found.max():.1e} | {failures[name]:,} |")
    print(
        "No ratio of ours failed."
        if not failures["LLR logistic, ours"] + failures["LLR normalised, ours"]
        else failures
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
