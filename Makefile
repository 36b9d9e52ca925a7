# make setup   an environment of its own in .venv           make test    all tests
# make demo    photos to scores, on the sample in examples  make check   style, types, imports, tests and the wheel

.DELETE_ON_ERROR:
.PHONY: setup demo test check style types imports wheel lock clean

FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c '$(FITS)' 2>/dev/null && echo "$$python" && break; done)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps

setup: .venv/.setup
test: .venv/.dev
	$(BIN)/pytest

check: style types imports test wheel

.venv/.venv:
	@test -n "$(PYTHON)" || { echo "Camtable needs Python 3.11, 3.12 or 3.13; on Debian: apt install python3" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "No environment could be made; on Debian: apt install python3-venv python3-pip" >&2; exit 1; }
	@touch $@

.venv/.locked: requirements.lock .venv/.venv
	$(INSTALL) --require-hashes -r requirements.lock
	@touch $@

.venv/.setup: pyproject.toml .venv/.locked
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.setup
	$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

style: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.dev
	$(BIN)/mypy

imports: .venv/.dev
	$(BIN)/lint-imports

wheel: .venv/.dev
	$(BIN)/python -m build --no-isolation --wheel --outdir build/wheel

# The locks hold for Python 3.11 to 3.13 on every platform and name no index; needs uv.
COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --no-config --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" --quiet --group install
lock:
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean:
	rm -rf .venv build dist
