"""Compile every .pyx file under fastcore/, once for each build. A new game needs no change here.

HERBARIUM_BUILDS is a comma-separated list of the builds to compile: v3, portable, checked. The default is the build
that suits this machine.
"""

import os
import runpy
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

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
            "check it, then change FAULTY in setup.py"
        )
    return text.replace(FAULTY_HELPER_BODY, CORRECT_HELPER_BODY)


def check_sources() -> None:
    """Exit with an error if there is nothing to compile.

    Without this check, a package without its core would install but never start.
    """
    if not any(Path("fastcore").rglob("*.pyx")):
        sys.exit(
            f"setup.py: there are no .pyx files under {Path('fastcore').resolve()}, so there is no core to compile. "
            "Unpack the source distribution again, or clone the repository."
        )


def builds() -> list[str]:
    build_info = runpy.run_path("fastcore/build.py")
    names = [name for name in os.environ.get("HERBARIUM_BUILDS", "").split(",") if name] or [build_info["suited"]()]
    for name in names:
        if name not in build_info["BUILDS"]:
            sys.exit(f"HERBARIUM_BUILDS: no build {name!r}; there are {', '.join(build_info['BUILDS'])}")
    return names


def extensions(build: str) -> list[Extension]:
    """Return the extension modules of one build.

    The C code is generated once and copied for each build, so that object files of two builds never share a path.
    """
    checked = build == "checked"
    folder = Path("build", "cython-checked" if checked else "cython")
    names = [".".join(path.with_suffix("").parts) for path in sorted(Path("fastcore").rglob("*.pyx"))]
    sources = [Extension(name, [name.replace(".", "/") + ".pyx"]) for name in names]
    generated = cythonize(
        sources,
        build_dir=str(folder),
        compiler_directives=CHECKED if checked else DIRECTIVES,
        nthreads=os.cpu_count() or 1,
        quiet=True,
    )
    compiled = []
    for module in generated:
        source = Path(module.sources[0])
        copy = Path("build", build, source.relative_to(folder))
        text = corrected(source)
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
        name = module.name.replace("fastcore.", f"fastcore._{build}.", 1)
        windows = sys.platform == "win32"
        flags = (
            ["/O2", "/fp:precise"]
            if windows
            else FLAGS[build] + WARNINGS + ["-ffp-contract=off", "-fno-semantic-interposition", "-fno-strict-aliasing"]
        )
        link = ["-fsanitize=address,undefined"] if checked else []
        compiled.append(Extension(name, [str(copy)], extra_compile_args=flags, extra_link_args=link))
    return compiled


class ParallelBuild(build_ext):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def copy_extensions_to_source(self) -> None:
        for module in self.extensions:  # an in-place build expects the folders of its modules to exist
            Path(self.get_ext_fullpath(module.name)).parent.mkdir(parents=True, exist_ok=True)
            Path(*module.name.split(".")[:-1]).mkdir(parents=True, exist_ok=True)
        super().copy_extensions_to_source()


if __name__ == "__main__":  # false in the processes that cythonize starts
    check_sources()
    setup(
        ext_modules=[module for build in builds() for module in extensions(build)],
        cmdclass={"build_ext": ParallelBuild},
    )
