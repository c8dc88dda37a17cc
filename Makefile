# Everything happens in .venv, made by the first command that needs it. Only git and Python 3.11+ are required.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play setup test bench format clean

play: setup
	$(BIN)/lodge play dam-it

setup: $(VENV)/.ready

test: $(VENV)/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

bench: $(VENV)/.ready
	$(BIN)/lodge bench

format: $(VENV)/.ready-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/.ready: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Lodge needs Python 3.11, 3.12 or 3.13: install one, or name it: make PYTHON=/path/to/python"; exit 1; }
	@test -x $(BIN)/python || { echo "Setting up .venv (once)"; $(PYTHON) -m venv $(VENV); }
	@$(PIP) -e .
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	@$(PIP) -e '.[dev]'
	@touch $@
