"""Sphinx: how the site looks. What it shows is put together by stage.py."""

from __future__ import annotations

import importlib.util

import boardgame_envs

project = "boardgame_envs"
author = "The boardgame_envs maintainers"
copyright = f"2026, {author}"
version = release = boardgame_envs.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns: list[str] = []
html_theme = "furo"
html_title = f"boardgame_envs {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}

myst_heading_anchors = 4
# the Markdown is that of GitHub, where the pages are read as well
myst_enable_extensions = ["html_image"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
# libraries that are extras may be missing where the site is built
autodoc_mock_imports = [
    name
    for name in ("gymnasium", "open_spiel", "pettingzoo", "pyspiel", "ray", "stable_baselines3")
    if importlib.util.find_spec(name) is None
]
