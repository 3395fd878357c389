# Everything a newcomer or CI needs. Each target does its own set-up, in .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
WORKERS ?= 2

.PHONY: help demo test check docs golden clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch .venv/ready

demo: .venv/ready  ## play a thousand games, verify them, and show one
	mkdir -p demo
	$(BIN)/boardgame-envs record elements --games 1000 --seed 1 --legal -o demo/elements.jsonl.gz
	$(BIN)/boardgame-envs verify demo/elements.jsonl.gz
	$(BIN)/boardgame-envs show demo/elements.jsonl.gz --game 1

test: .venv/ready  ## run all tests
	$(BIN)/pytest -n $(WORKERS)

check: .venv/ready  ## lint, types, import contracts, generated docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check

docs: .venv/ready  ## write the generated pages of docs/ anew
	$(BIN)/python docs/generate.py

golden: .venv/ready  ## write signatures and transcripts anew (bump the game's version!)
	$(BIN)/pytest -q tests/games/test_every_game.py -k on_record --update-golden

clean:  ## remove what the other targets made
	rm -rf .venv demo
