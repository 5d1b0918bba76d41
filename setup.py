"""Compile every .pyx file under fastcore/, once for each build. A new game needs no change here.

HERBARIUM_BUILDS is a comma-separated list of the builds to compile: v3, portable, checked. The default is the build
that suits this machine.
"""

import os
import runpy
import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

SITE = Path("build", "site", "site.zip")  # where `make docs` has built it
DOCUMENTS = (  # below docs
    "rules/*.md", "bots/protocol.md", "bots/protocol.schema.json", "bots/first-bot.md", "kits/c/bot.c",
    "kits/cpp/bot.cpp", "kits/java/Bot.java", "kits/javascript/bot.js", "kits/python/bot.py", "kits/rust/bot.rs",
)  # fmt: skip


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


class BuildWithDocuments(build_py):
    def run(self) -> None:
        runpy.run_path(".ci/catalogues.py")["compile_catalogues"](Path("workbench/locale"))
        super().run()  # looks for the files of package-data only now
        if not self.editable_mode:
            self.copy_documents()

    def copy_documents(self) -> None:
        """Copy the files that the program shows into the package, where it finds them in every kind of installation."""
        target = Path(self.build_lib, "workbench", "documents")
        shutil.rmtree(target, ignore_errors=True)
        for pattern in DOCUMENTS:
            sources = sorted(Path("docs").glob(pattern))
            if not sources:
                sys.exit(f"setup.py: there is no docs/{pattern}; see DOCUMENTS")
            for source in sources:
                copy = target / source.relative_to("docs")
                self.mkpath(str(copy.parent))
                self.copy_file(str(source), str(copy))
        if SITE.exists():
            self.mkpath(str(target))
            self.copy_file(str(SITE), str(target / SITE.name))


class SourcesWithSite(sdist):
    def make_distribution(self) -> None:
        if SITE.exists():  # MANIFEST.in cannot name it, because setuptools skips the folder `build`
            self.filelist.append(str(SITE))
        super().make_distribution()


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
    compiled_extensions = runpy.run_path("fastcore/compiling.py")["compiled_extensions"]
    names = [".".join(path.with_suffix("").parts) for path in sorted(Path("fastcore").rglob("*.pyx"))]
    setup(
        ext_modules=[
            module
            for build in builds()
            for module in compiled_extensions(names, build, Path("build"), f"fastcore._{build}")
        ],
        cmdclass={"build_ext": ParallelBuild, "build_py": BuildWithDocuments, "sdist": SourcesWithSite},
    )
