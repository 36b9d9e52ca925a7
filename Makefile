# make setup   an environment of its own in .venv
# make demo    photos to scores, on the sample in examples
# make test    all tests; what needs a browser or a database that is not there is skipped by name
# make bench-reading   how well tables are read: PACKS=FOLDER of photos, PHOTOS=N drawn ones, from SEED=S
# make bench-conversation   what answers settle: PACKS=FOLDER of photos, TALKS=N drawn ones, from SEED=S
# make bench-pairs     what a second photo of a table is worth: TABLES=N drawn, from SEED=S
# make bench-solver    how fast puzzles are solved, beside other solvers where these are installed
# make bench-puzzle-cards   how well drawn puzzle cards are read: CARDS=N drawn ones, from SEED=S
# make bench-games     how fast and how well games are played, and how right odds are: DEALS=N solved, PLAYED=N played
# make bench-deck      how well the demo deck plays: GAMES=N of each face, and of random decks beside
# make check   style, types, imports and all tests, among them one that builds the wheel

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: setup demo test bench-reading bench-conversation bench-pairs bench-solver bench-puzzle-cards bench-games bench-deck check style types imports \
	lock clean

FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c '$(FITS)' 2>/dev/null && echo "$$python" && break; done)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps

setup: .venv/.setup
	@echo "Ready: .venv/bin/camtable --help"

demo: .venv/.setup
	@examples/demo.sh

test: .venv/.dev
	$(BIN)/pytest

PHOTOS ?= 60
TABLES ?= 60
SEED ?= 100001
JOBS ?= 1
bench-reading: .venv/.setup
	@test -n "$(PACKS)" || echo "PACKS=FOLDER names no packs of photos, so only drawn photos are read."
	$(BIN)/python -m benchmarks.reading $(PACKS) --simulated $(PHOTOS) --seed $(SEED) --jobs $(JOBS)

TALKS ?= 500
bench-conversation: .venv/.setup
	$(BIN)/python -m benchmarks.conversation $(PACKS) --simulated $(TALKS) --seed $(SEED)

bench-pairs: .venv/.setup
	$(BIN)/python -m benchmarks.pairs $(PACKS) --tables $(TABLES) --seed $(SEED)

bench-solver: .venv/.setup
	$(BIN)/python -m benchmarks.solver $(ARGS)

CARDS ?= 500
bench-puzzle-cards: .venv/.setup
	$(BIN)/python -m benchmarks.puzzle_cards --cards $(CARDS) --seed $(SEED)

DEALS ?= 200
PLAYED ?= 100
bench-games: .venv/.setup
	$(BIN)/python -m benchmarks.games --deals $(DEALS) --played $(PLAYED)

GAMES ?= 1000
bench-deck: .venv/.setup
	$(BIN)/python -m benchmarks.deck --games $(GAMES)

check: style types imports test

style: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.dev
	$(BIN)/mypy

imports: .venv/.dev
	$(BIN)/lint-imports

# Each stamp in .venv stands for a step that is done; a change of the file it was made from redoes it.

.venv/.made:
	@test -n "$(PYTHON)" || { echo "Camtable needs Python 3.11, 3.12 or 3.13; on Debian: apt install python3" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python cannot make an environment; on Debian: apt install python3-venv" >&2; exit 1; }
	@touch $@

.venv/.locked: requirements.lock .venv/.made
	$(INSTALL) --require-hashes -r requirements.lock
	@touch $@

.venv/.setup: pyproject.toml .venv/.locked
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.setup
	$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

# The locks hold for Python 3.11 to 3.13 on every platform and name no index; needs uv.
COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --no-config --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" --quiet --group install
lock:
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean:
	rm -rf .venv build dist
