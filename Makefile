# `make run` sets everything up and opens Herbarium; `make test` sets everything up and checks it; `make help` lists the rest.
# A step is done once its stamp is newer than what it was made from. The stamps lie in .venv and build: what is removed
# is made again. docs/development.md tells more.

.DEFAULT_GOAL := run
.SUFFIXES:
.NOTPARALLEL:
.PHONY: run build test deep bench screenshots clean help again virtual-display

PYTHON ?=
export PYTHON
ARGS ?=
python := .venv/bin/python
sources := $(shell find fastcore -name '*.pyx' -o -name '*.pxd')

run: build ## set up, build, and open the window (the terminal where there is no display); ARGS="play" passes words on
	@.venv/bin/herbarium $(ARGS)

build: .venv/bin/herbarium build/core-suited ## set up and build what this machine runs, without starting it

test: build build/core-portable .venv/tested ## types, lint and the whole suite on a virtual display; ARGS="-k name" goes to pytest
	@.ci/check $(ARGS)

deep: build build/core-portable .venv/tested ## the same with full counts: hours, not minutes
	@HERBARIUM_DEEP=1 .ci/check $(ARGS)

bench: build ## print the table of speeds
	@.venv/bin/herbarium bench $(ARGS)

screenshots: build .venv/tested virtual-display ## take the pictures in docs/screenshots again
	@xvfb-run -a -s "-screen 0 2560x1440x24 -dpi 96" $(python) -m workbench.gui.screenshots docs/screenshots

clean: ## remove all that was made: .venv, the compiled core, caches
	@rm -rf .venv build fastcore/_portable fastcore/_v3 fastcore/_checked *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' Makefile | expand -t 18

# .venv: made again when it is gone, when its Python is gone or newer, when the folder has moved, when PYTHON changed.
-include .venv/made.mk
ifneq ($(MADE),$(CURDIR)|$(PYTHON))
.venv/made: again
endif
.venv/made: .venv/bin/python
	@.ci/venv $(if $(filter test deep screenshots,$(MAKECMDGOALS)),xvfb xauth)
.venv/bin/python: ;
again: ;

.venv/installed: .venv/made pyproject.toml .ci/install.py
	@echo "Installing the libraries into .venv"
	@$(python) .ci/install.py
	@touch $@

.venv/tested: .venv/installed
	@echo "Installing the test tools into .venv"
	@$(python) .ci/install.py test
	@touch $@

# The command and the path to the sources. Not `pip install -e`: that would compile the core a second time.
.venv/bin/herbarium: .venv/made Makefile
	@pwd -P >"$$($(python) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/herbarium.pth"
	@printf '#!/bin/sh\nexec "%s/.venv/bin/python" -P -m workbench "$$@"\n' "$$(pwd -P)" >$@
	@chmod +x $@

# The core. Compilers do not notice changed flags: when the build itself changed, it starts from nothing.
build/core-%: .venv/installed setup.py fastcore/build.py $(sources)
	@echo "Building the core ($*)"
	@$(if $(and $(wildcard $@),$(filter setup.py fastcore/build.py,$?)),rm -rf build/*/)
	@HERBARIUM_BUILDS=$(filter-out suited,$*) $(python) setup.py -q egg_info build_ext --inplace
	@mkdir -p build && touch $@

virtual-display:
	@command -v xvfb-run >/dev/null && command -v xauth >/dev/null || .ci/apt "a virtual display" xvfb xauth
