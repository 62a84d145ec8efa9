# The commands of the project; `make help` lists them. What takes more than a line lies in ops/.
SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
PY := .venv/bin/python
export PYTHONDONTWRITEBYTECODE PORT LAN SEED
PORT ?= 8000
WORKERS ?= $(shell nproc)

.PHONY: help install run test check bench soak pictures lock
help: ## what there is
	@sed -n 's/^\([a-z]*\):.*## /  make \1 \t/p' Makefile | expand -t 18

install: ## the environment in .venv from the hash lock (DEV=0: without test tools), and as root the Debian packages
	@DEV=$${DEV:-1} bash ops/install

run: ## install, migrate, load the demo, serve on http://localhost:8000 (PORT=...; LAN=1: for a phone in this network)
	@DEV=0 bash ops/install
	@umask 077; $(PY) -m flask --app wsgi demo >/dev/null && exec $(PY) -m flask --app wsgi serve --port $(PORT) $(if $(filter 1,$(LAN)),--lan)

test: ## everything it needs, then the whole suite, Chromium and WebKit included (ARGS=... for pytest, WORKERS=1: one after the other)
	@DEV=1 bash ops/install
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: ## linters, types, import rules, licenses, advisories
	@DEV=1 bash ops/install
	@bash ops/check

bench: ## ratios against floors measured in the same run, as a table
	@DEV=1 bash ops/install
	@$(PY) -m bench $(ARGS)

soak: ## long fault runs: damaged photos; 1,000 runs of two tabs, 500 killed browsers; killed imports (MINUTES=10, SEED=...)
	@DEV=1 bash ops/install
	@$(PY) ops/soak_photos.py $(if $(SEED),--seed $(SEED))
	@$(PY) ops/soak_road.py $(if $(SEED),--seed $(SEED))
	@$(PY) ops/soak.py --minutes $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED))

pictures: ## take the pictures of the README anew, from a fresh demo
	@DEV=1 bash ops/install
	@$(PY) ops/pictures.py

lock: ## make both hash locks again from pyproject.toml
	@bash ops/lock
