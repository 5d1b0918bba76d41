"""Weight files: C tables in a .pxd file that the compiled evaluation includes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.int_] | npt.NDArray[np.float64]


def write_tables(path: Path, about: str, sizes: Mapping[str, int], tables: Mapping[str, Table]) -> None:
    """Write tables as `static const` C arrays, flattened in C order: integers as short, other numbers as double.

    Args:
        path: the .pxd file.
        about: the text of its docstring.
        sizes: names and values of an enum.
        tables: the arrays by name.

    Raises:
        ValueError: a number is not finite, or an integer is beyond 16 bits.
    """
    lines = ['"""' + about + '\n"""', ""]
    if sizes:
        lines += ["cdef enum:", *(f"    {name} = {value}" for name, value in sizes.items()), ""]
    lines += ["cdef extern from *:", '    """']
    declared = []
    for name, table in tables.items():
        flat = np.asarray(table).ravel()
        whole = np.issubdtype(flat.dtype, np.integer)
        if not np.isfinite(flat).all() or (whole and np.abs(flat).max() > 32767):
            raise ValueError(f"{name} has a number outside the range of its C type")
        kind = "short" if whole else "double"
        shown = ", ".join(str(int(x)) if whole else repr(float(f"{x:.9g}")) for x in flat)
        lines.append(f"    static const {kind} {name}[{len(flat)}] = {{")
        lines.append(fill(shown, 116, initial_indent="        ", subsequent_indent="        "))
        lines.append("    };")
        declared.append(f"    const {kind} {name}[{len(flat)}]")
    lines += ['    """', *declared, ""]
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def read_tables(path: Path) -> dict[str, npt.NDArray[np.float64]]:
    """Return the tables of a weight file by name, each flat."""
    text = path.read_text(encoding="utf-8")
    return {
        name: np.array([float(number) for number in numbers.split(",")])
        for name, numbers in re.findall(r"(\w+)\[\d+\] = \{(.*?)\};", text, re.S)
    }
