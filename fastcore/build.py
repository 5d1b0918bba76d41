"""Select the build of the compiled core for this process, and find its modules.

The same sources are compiled more than once: `portable` runs on any processor, `v3` needs x86-64-v3 (AVX2, BMI2, ...).
Their results are identical bit for bit. HERBARIUM_BUILD forces one. This file imports no other project module because
setup.py imports it too.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

BUILDS = ("v3", "portable", "checked")
_V3_FLAGS = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm"}
_ROOT = Path(__file__).parent


def suited() -> str:
    """The fastest build that this processor can run."""
    if platform.machine().lower() in ("x86_64", "amd64") and _processor_flags() >= _V3_FLAGS:
        return "v3"
    return "portable"


def _processor_flags() -> set[str]:
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
            for line in lines:
                if line.startswith("flags"):
                    return set(line.split(":", 1)[1].split())
    except OSError:
        pass  # not Linux: the portable build is the safe choice
    return set()


def _built(build: str) -> bool:
    return any((_ROOT / f"_{build}" / f"state{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def _choose() -> str:
    forced = os.environ.get("HERBARIUM_BUILD", "")
    if forced:
        if forced not in BUILDS:
            raise ImportError(f"HERBARIUM_BUILD is {forced!r}; it must be one of {', '.join(BUILDS)}")
        if not _built(forced):
            raise ImportError(
                f"the build {forced!r} of fastcore is not compiled; run HERBARIUM_BUILDS={forced} python setup.py "
                "build_ext --inplace"
            )
        return forced
    for build in dict.fromkeys((suited(), "portable")):
        if _built(build):
            return build
    raise ImportError("fastcore is not compiled; run: make build (or python setup.py build_ext --inplace)")


class _CompiledFinder:
    """Finds `fastcore.a.b` as `fastcore/_<build>/a/b<suffix>`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith("fastcore."):
            return None
        stem = self.folder.joinpath(*name.split(".")[1:])
        for suffix in EXTENSION_SUFFIXES:
            file = f"{stem}{suffix}"
            if os.path.exists(file):
                return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))
        return None


def choose() -> str:
    """Select the build once, make its modules importable, and return its name."""
    build = _choose()
    sys.meta_path.insert(0, _CompiledFinder(_ROOT / f"_{build}"))
    return build
