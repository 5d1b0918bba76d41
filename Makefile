# `make run` sets everything up and opens Herbarium; `make test` sets everything up and checks it; `make help` lists the rest.
# A step is done once its stamp is newer than what it was made from. The stamps lie in .venv and build: what is removed
# is made again. docs/project/development.md tells more.

.DEFAULT_GOAL := run
.SUFFIXES:
.NOTPARALLEL:
.PHONY: run build test testable deep clean-systems packages release docs pictures lock bench architecture man screenshots clean help again virtual-display

PYTHON ?=
export PYTHON
ARGS ?=
python := .venv/bin/python
sources := $(sort $(shell find fastcore -name '*.pyx' -o -name '*.pxd'))

run: build ## set up, build, and open the window (the terminal where there is no display); ARGS="play" passes words on
	@.venv/bin/herbarium $(ARGS)

build: .venv/bin/herbarium build/core-suited build/catalogues ## set up and build what this machine runs, without starting it

test: testable ## types, lint and a sample of the suite on a virtual display; ARGS="-k name" goes to pytest, ARGS=tests runs the whole suite
	@.ci/check $(ARGS)

testable: build build/core-portable .venv/tested ## set up and build what the tests need, without running them

deep: build build/core-portable build/core-checked .venv/tested ## the same with full counts, random walks and attacks in a checked build, and all other attacks
	@.ci/kits
	@LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 HERBARIUM_BUILD=checked $(python) -m tests.tools.checked_walk
	@LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0:exitcode=99:allocator_may_return_null=1:hard_rss_limit_mb=5000 \
	    HERBARIUM_BUILD=checked $(python) -m tests.attacks.everything --checked
	@$(python) -m tests.attacks.everything --plain
	@HERBARIUM_DEEP=1 .ci/check $(ARGS)

clean-systems: ## run `make run` and `make test` in clean Debian 12, 13 and sid systems; needs root and 15 GB; ARGS=trixie for one
	@.ci/clean-systems $(ARGS)

packages: .venv/tested $(if $(filter --here --quick,$(ARGS)),,virtual-display) ## build all packages into dist and try each in clean systems; needs root; ARGS=--here for the wheel of this Python only
	@$(python) .ci/packages.py $(ARGS)

release: .venv/tested virtual-display ## make a release with all packages in dist: VERSION=1.2.0; ARGS=--dry-run only checks
	@$(python) .ci/release.py $(VERSION) $(ARGS)

docs: ## build the site with all guides in build/site/html, in a virtual environment of its own; ARGS="--output FOLDER" copies it
	@$(or $(PYTHON),$(firstword $(wildcard .venv/bin/python)),python3) .ci/site.py $(ARGS)

lock: .venv/made ## lock the dependencies of pyproject.toml again; ARGS=--upgrade for the newest versions that fit
	@$(python) -c 'import uv' 2>/dev/null || $(python) -m pip install --quiet 'uv>=0.9,<1'
	@$(python) .ci/lock.py $(ARGS)

bench: build ## print the table of speeds
	@.venv/bin/herbarium bench $(ARGS)

man: build ## write docs/herbarium.1, the manual page, from the options in the code
	@$(python) -m workbench --man > docs/herbarium.1.new && mv docs/herbarium.1.new docs/herbarium.1

architecture: build ## draw docs/project/architecture.svg from the imports in the code
	@$(python) -m tests.tools.draw_architecture

screenshots: build .venv/tested virtual-display ## take the pictures in docs/screenshots again
	@xvfb-run -a -s "-screen 0 2560x1440x24 -dpi 96" $(python) -m tests.tools.screenshots docs/screenshots

pictures: build .venv/tested virtual-display ## take the pictures again into build/pictures, and show what differs from the kept ones; ARGS=herd for one game
	@xvfb-run -a -s "-screen 0 2560x1440x24 -dpi 96" $(python) -m tests.tools.check_pictures build/pictures $(ARGS)

texts: build ## write herbarium.pot, the template of all texts, and update the catalogues of translations
	@$(python) -m tests.tools.update_catalogues $(ARGS)

clean: ## remove all that was made: .venv, the compiled core, caches
	@rm -rf .venv build dist fastcore/_portable fastcore/_v3 fastcore/_checked *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find workbench/locale -name '*.mo' -delete
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile | expand -t 22

# .venv: made again when it is gone, when its Python is gone or newer, when the folder has moved, when another PYTHON is asked for.
-include .venv/made.mk
ifneq ($(made_in)|$(or $(PYTHON),$(made_for)),$(CURDIR)|$(made_for))
.venv/made: again
endif
.venv/made: .venv/bin/python
	@.ci/venv $(if $(filter test testable deep screenshots pictures,$(MAKECMDGOALS)),xvfb xauth fonts-inter)
.venv/bin/python: ;
again: ;

.venv/installed: .venv/made .ci/requirements-run.txt .ci/install.py
	@echo "Installing the libraries into .venv"
	@$(python) .ci/install.py run
	@touch $@

.venv/tested: .venv/installed .ci/requirements-test.txt
	@echo "Installing the test tools into .venv"
	@$(python) .ci/install.py test
	@touch $@

# The command and the path to the sources. Not `pip install -e`: that would compile the core a second time.
.venv/bin/herbarium: .venv/made Makefile
	@pwd -P >"$$($(python) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/herbarium.pth"
	@printf '#!/bin/sh\nexec "%s/.venv/bin/python" -P -m workbench "$$@"\n' "$$(pwd -P)" >$@
	@chmod +x $@

# The core. Compilers do not notice changed flags: when the build itself changed, it starts from nothing.
build/core-%: .venv/installed build/sources setup.py fastcore/build.py fastcore/compiling.py $(sources)
	@echo "Building the core ($*)"
	@$(if $(and $(wildcard $@),$(filter setup.py fastcore/build.py fastcore/compiling.py,$?)),rm -rf build/temp.* build/lib.* build/cython*/)
	@HERBARIUM_BUILDS=$(filter-out suited,$*) $(python) setup.py -q egg_info build_ext --inplace
	@mkdir -p build && touch $@

# A source that is gone must not live on as a compiled file: when the list changes, the compiled files are laid out anew.
-include build/sources.mk
ifneq ($(listed),$(sources))
build/sources: again
endif
build/sources:
	@rm -rf fastcore/_portable fastcore/_v3 fastcore/_checked
	@mkdir -p build && echo 'listed := $(sources)' >build/sources.mk && touch $@

# The translations. The files are small, so all are compiled when one has changed.
build/catalogues: .venv/installed .ci/catalogues.py $(sort $(shell find workbench/locale -name '*.po'))
	@$(python) .ci/catalogues.py
	@mkdir -p build && touch $@

virtual-display:
	@{ command -v xvfb-run && command -v xauth && fc-list Inter family | grep .; } >/dev/null 2>&1 || \
	    .ci/apt "the pictures" xvfb xauth fontconfig fonts-inter
