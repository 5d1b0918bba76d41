"""How the core, and the games of other packages, are compiled. This file imports no other project module."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from setuptools import Extension

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
    "embedsignature.format": "python",
}
CHECKED = DIRECTIVES | {"boundscheck": True, "initializedcheck": True}
# Cython compares its own counters with ours, and copies structs that an exception left unset.
WARNINGS = ["-Wall", "-Wno-unused-function", "-Wno-sign-compare", "-Wno-maybe-uninitialized"]
FLAGS = {
    "portable": ["-O3"],
    "v3": ["-O3", "-march=x86-64-v3"],
    "checked": [
        "-O1",
        "-g",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=undefined",
        "-fno-omit-frame-pointer",
    ],
}
EXACT = ["-ffp-contract=off", "-fno-semantic-interposition", "-fno-strict-aliasing"]  # equal results in every build

# Cython 3.3.1 releases an item twice when the list of a comprehension cannot grow: both the helper and its caller drop
# the caller's reference on failure. In the corrected helper, only a successful append drops it.
FAULTY_HELPER_BODY = """    int result = PyList_Append(list, x);
    Py_DECREF(x);
    return result;
"""
CORRECT_HELPER_BODY = """    int result = PyList_Append(list, x);
    if (likely(result == 0)) Py_DECREF(x);
    return result;
"""
HELPER = "__Pyx_ListComp_AppendAndDecref(PyObject* list, PyObject* x) {"


def corrected(source: Path) -> str:
    """Return a module's C code with Cython's fault corrected.

    Exit with an error if this Cython writes the helper differently.
    """
    text = source.read_text(encoding="utf-8")
    if text.count(HELPER) != text.count(FAULTY_HELPER_BODY):
        sys.exit(
            f"{source}: this Cython writes {HELPER.partition('(')[0]} differently; "
            f"check it, then change FAULTY_HELPER_BODY in {__file__}"
        )
    return text.replace(FAULTY_HELPER_BODY, CORRECT_HELPER_BODY)


def compiled_extensions(modules: Sequence[str], build: str, folder: Path, package: str = "") -> list[Extension]:
    """Return extension modules with their C code written.

    The C code is generated once and copied for each build, so that object files of two builds never share a path.

    Args:
        modules: the names of the modules, each with a .pyx file below the working folder.
        build: one of FLAGS.
        folder: where C code is written, relative to the working folder.
        package: the package of the compiled modules, in place of the first part of their names; "" keeps the names.
    """
    from Cython.Build import cythonize

    checked = build == "checked"
    generated = folder / ("cython-checked" if checked else "cython")
    found = cythonize(
        [Extension(name, [name.replace(".", "/") + ".pyx"]) for name in modules],
        build_dir=str(generated),
        compiler_directives=CHECKED if checked else DIRECTIVES,
        nthreads=os.cpu_count() or 1 if len(modules) > 1 else 0,
        quiet=True,
    )
    flags = ["/O2", "/fp:precise"] if sys.platform == "win32" else [*FLAGS[build], *WARNINGS, *EXACT]
    link = ["-fsanitize=address,undefined"] if checked else []
    extensions = []
    for module in found:
        source = Path(module.sources[0])
        copy = folder / build / source.relative_to(generated)
        text = corrected(source)
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
        top, dot, rest = module.name.partition(".")
        name = f"{package or top}{dot}{rest}"
        extensions.append(Extension(name, [str(copy)], extra_compile_args=flags, extra_link_args=link))
    return extensions


def game_extensions(package: str, build: str = "portable") -> list[Extension]:
    """Return the extension modules of a game's package, for its `setup.py`: one for each .pyx file.

    Args:
        package: the name of the package, a folder beside `setup.py`.
        build: "portable" for every processor, "v3" for x86-64-v3 only, or "checked" with sanitizers.

    Raises:
        FileNotFoundError: the package has no .pyx file.
    """
    names = [".".join(path.with_suffix("").parts) for path in sorted(Path(package).rglob("*.pyx"))]
    if not names:
        raise FileNotFoundError(f"there are no .pyx files under {Path(package).resolve()}")
    return compiled_extensions(names, build, Path("build"))
