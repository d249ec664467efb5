# Everything runs in .venv, which `make setup` fills from the locked requirements.
# Needed beforehand: Python 3.11 or newer, git, make.

PY := .venv/bin/python
UV := .venv/bin/uv
LOCK := requirements/dev.txt
READY := .venv/.ready
BENCHES := $(sort $(filter-out bench/_%,$(wildcard bench/*.py)))

.DEFAULT_GOAL := help
.PHONY: help setup demo test check bench lock clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

setup: $(READY) ## prepare .venv

demo: $(READY) ## show the engine at work
	@.venv/bin/belief demo

test: $(READY) ## run all tests, the Postgres ones included
	@$(PY) -m pytest -n 2

check: $(READY) ## check formatting, lint, types, import layers and docs
	@.venv/bin/ruff format --check
	@.venv/bin/ruff check
	@.venv/bin/mypy
	@.venv/bin/lint-imports
	@$(PY) docs/check.py

bench: $(READY) ## run every benchmark
	@missed=0; for bench in $(BENCHES); do \
	    echo "== $$bench"; $(PY) "$$bench" || missed=1; done; exit $$missed

lock: $(READY) ## resolve the requirements anew
	@$(UV) pip compile --no-config --quiet --upgrade --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --no-annotate --no-header \
	    --extra postgres --group dev --output-file $(LOCK) pyproject.toml
	@$(UV) pip compile --no-config --quiet --upgrade --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --no-annotate --no-header --constraint $(LOCK) \
	    --extra postgres --extra serve --group image --output-file requirements/serve.txt \
	    pyproject.toml
	@$(PY) -m beliefs.build.locking src/beliefs/build/constraints.txt

clean: ## remove .venv and everything generated
	@rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	@find src tests docs bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The first Python that is new enough and can make an environment; a version manager's stand-in
# for a Python that is not there fails here and is passed over.
FIND_PYTHON = for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if $$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
	      >/dev/null 2>&1; then echo $$python; exit; fi; done; \
	echo "beliefs needs Python 3.11 or newer with its venv module: install it and run make again." >&2; \
	exit 1

# uv comes from the lock, checked by its hash, and installs the rest of it. uv does not read pip's
# settings, so where only pip knows the way to the packages, pip installs the same lock.
$(READY): pyproject.toml $(LOCK)
	@$(PY) -c '' 2>/dev/null || { \
	    python=$$($(FIND_PYTHON)) && echo "Preparing .venv with $$($$python --version)" && \
	    rm -rf .venv && $$python -m venv .venv; }
	@$(UV) --version >/dev/null 2>&1 || { \
	    sed -n '/^uv==/,/[^\\]$$/p' $(LOCK) > .venv/uv.txt && \
	    $(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
	        -r .venv/uv.txt; }
	@$(UV) pip sync --quiet --python $(PY) --require-hashes --compile-bytecode $(LOCK) || \
	    $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $(LOCK)
	@$(UV) pip install --quiet --python $(PY) --no-deps --no-build-isolation --editable .
	@touch $@
