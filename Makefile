# Everything a newcomer or CI needs. Each target does its own set-up, in .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
# a pip of our own choice: old ones take twice as long. Python compiles what is imported, and no more
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt
WORKERS ?= 2
# whoever is done takes over tests of the others
SHARED := -n $(WORKERS) --dist worksteal

# the libraries whose tests .venv runs, and those that need environments of their own; those that
# are joined by + share one
TOGETHER := sb3 torchrl tianshou openspiel
APART := rllib agilerl trl+openenv+mcp verifiers
# what must be there besides: .ci/run says browser, where others go without one
ALSO ?=
TSC := .ci/page/node_modules/.bin/tsc

.PHONY: help demo test slow libraries environments check docs site benchmark golden release clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade pip
	$(PIP) -e '.[dev]'
	touch .venv/ready

demo: .venv/ready  ## train a small agent, evaluate it, export it, let it play
	rm -rf demo && mkdir demo
	$(BIN)/boardgame-envs train elements_small -o demo/run
	$(BIN)/boardgame-envs export demo/run/best.pt demo/agent.onnx --temperature 0.5
	$(BIN)/boardgame-envs evaluate elements --agents demo/agent.onnx heuristic random --deals 250 \
		--json demo/evaluation.json --plot demo/evaluation.png
	$(BIN)/boardgame-envs record elements --agent demo/agent.onnx heuristic --seed 1 -o demo/game.jsonl
	$(BIN)/boardgame-envs verify demo/game.jsonl
	$(BIN)/boardgame-envs show demo/game.jsonl
	$(BIN)/boardgame-envs show demo/game.jsonl --agent demo/agent.onnx --html demo/replay.html --png demo/game.png
	@echo "demo/run: learning curves (curves.png), metrics, checkpoints"
	@echo "demo/agent.onnx: the agent; demo/evaluation.json, .png: how strong it is"
	@echo "demo/replay.html: a game of it to watch in a browser, with what it thought; demo/game.png: its end"
	@echo "demo/game.jsonl: the same game; play: .venv/bin/boardgame-envs play elements --against demo/agent.onnx"

# a library that is not installed is skipped, unless it is required
test: .venv/ready  ## run all tests but the slow ones
	$(BIN)/python -m tests.warm
	BOARDGAME_ENVS_REQUIRED="$(TOGETHER) $(ALSO)" $(BIN)/pytest $(SHARED) -m 'not slow' --durations=25

slow: .venv/ready  ## run the slow tests: long random play, whole training runs, an installed game
	$(BIN)/python -m tests.warm --threads
	BOARDGAME_ENVS_REQUIRED="$(TOGETHER) $(ALSO)" $(BIN)/pytest $(SHARED) -m slow

libraries: $(APART:%=library-%)  ## test the libraries that need environments of their own

library-%:
	.ci/library $*

environments:  ## build these environments, and test nothing
	for library in $(APART); do .ci/library $$library build || exit 1; done

check: .venv/ready  ## lint, types, import contracts, generated docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if [ -x $(TSC) ]; then $(TSC) -p .ci/page; elif [ -n "$(filter browser,$(ALSO))" ]; then \
		echo "the page's types cannot be checked: run .ci/browser" >&2; exit 1; else \
		echo "the page's types are not checked: .ci/browser installs what that takes"; fi
	$(BIN)/python docs/generate.py --check
	$(BIN)/python .ci/breaking_changes.py

docs: .venv/ready  ## write what is generated from the code: pages of games, stubs, public API
	$(BIN)/python docs/generate.py

site: .venv/ready  ## build the site into build/site; warnings are errors
	$(BIN)/python docs/site/stage.py build/source
	$(BIN)/python -m sphinx -W --keep-going -q -b html build/source build/site
	@echo "build/site/index.html"

benchmark: .venv/ready  ## write the table of shipped agents in docs/benchmark.md anew (hours; DEALS=N)
	$(BIN)/python docs/shipped_agents.py $(if $(DEALS),--deals $(DEALS))

release: .venv/ready  ## build wheel and sdist, try the wheel in a bare environment, compare the API
	$(BIN)/python .ci/breaking_changes.py
	.ci/release

golden: .venv/ready  ## write signatures and transcripts anew (bump the game's version!)
	$(BIN)/pytest -q tests/games/test_every_game.py tests/text/test_prompts.py tests/games/test_guides.py -k on_record --update-golden

clean:  ## remove what the other targets made
	rm -rf .venv demo build dist
