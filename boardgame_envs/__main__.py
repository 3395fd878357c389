"""``python -m boardgame_envs`` is the command ``boardgame-envs``."""

import sys

from boardgame_envs.command_line import main

sys.exit(main())
