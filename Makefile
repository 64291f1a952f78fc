# Everything that a person or a machine does with this checkout. `make run` and `make test` need no other step.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Images of containers set it; every command, and every process that a test starts, would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run install test lint types layers docs bench bench-extract bench-recall bench-scale bench-serve bench-schema constraints clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(STAMP)  ## install, learn from the conversations on this machine, show what was learned, and serve it
	@$(BIN)/graphmem ingest
	@$(BIN)/graphmem tour
	@$(BIN)/graphmem up

install: $(STAMP)  ## make .venv with everything in it

$(STAMP): pyproject.toml constraints.txt .ci/venv
	@.ci/venv $(VENV)
	@touch $@

test: $(STAMP)  ## run the tests
	@.ci/node $(VENV)/node
	@GRAPHMEM_NODE_PACKAGES=$${GRAPHMEM_NODE_PACKAGES:-$(CURDIR)/$(VENV)/node} $(BIN)/python -m pytest -n 2 --dist worksteal

lint: $(STAMP)  ## check style and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(STAMP)  ## check types
	@$(BIN)/mypy

layers: $(STAMP)  ## check who imports whom
	@$(BIN)/lint-imports --no-cache  # a stale cache has claimed what was not so

docs: $(STAMP)  ## write the reference pages and the outputs of the notebooks anew from the code
	@$(BIN)/python docs/generate.py
	@$(BIN)/python docs/notebooks.py

bench: $(STAMP)  ## print the numbers that the documents quote
	@for script in tests/bench/*.py; do echo "== $$script"; $(BIN)/python "$$script"; done

bench-extract: $(STAMP)  ## print how well knowledge is read, who is meant, and what was so when
	@for script in tests/bench/extract/{dates,real}.py; do echo "== $$script"; $(BIN)/python "$$script"; done
	@for script in tests/bench/{extract/sentences,extract/answered,resolve/run,stories/run}.py; do echo "== $$script"; $(BIN)/python "$$script" --write; done

bench-recall: $(STAMP)  ## print what recall finds, beside others; needs GRAPHMEM_SHARED, takes an hour
	@$(BIN)/python tests/bench/recall/run.py --against bm25 strong --write

bench-scale: $(STAMP)  ## print how recall, import, memory and disk grow with the store; takes hours
	@$(BIN)/python tests/bench/scale/run.py --write

bench-serve: $(STAMP)  ## print what twenty clients at once meet while a large import runs and the daemon is killed
	@$(BIN)/python tests/bench/serve/run.py --write

bench-schema: $(STAMP)  ## make many more random requests than the tests do, from what OpenAPI says
	@GRAPHMEM_SCHEMA_EXAMPLES=300 $(BIN)/python -m pytest -n 0 -q tests/serve/rest/test_schema.py

constraints: $(STAMP)  ## resolve constraints.txt anew: exact versions and hashes, for every Python that we support
	@.ci/constraints $(BIN)/python

clean:  ## remove what the other targets made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
