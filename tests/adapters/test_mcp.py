"""The tools of the Model Context Protocol, over the library's own client."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable

from tests.libraries import need

need("mcp")

from mcp import ClientSession, StdioServerParameters, stdio_client

from boardgame_envs.adapters.mcp_tools import GameTools
from boardgame_envs.core.table import Table
from tests.adapters.scripted_models import first, illegal
from tests.opponents import LastLegal
from tests.outsiders import expect_nothing_hidden, seated_at

Tool = Callable[..., Awaitable[str]]


def with_client(play: Callable[[ClientSession, Tool], Awaitable[None]]) -> None:
    """Start the server, and let a client play."""
    arguments = ["-m", "boardgame_envs", "serve", "elements", "--mcp", "--seed", "3", "--seat", "0"]

    async def run() -> None:
        server = StdioServerParameters(command=sys.executable, args=arguments)
        async with (
            stdio_client(server) as (reading, writing),
            ClientSession(reading, writing) as session,
        ):
            await session.initialize()

            async def call(name: str, **given: str) -> str:
                result = await session.call_tool(name, given)
                return "".join(part.text for part in result.content)

            await play(session, call)

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_model_plays_a_game_with_the_tools():
    same = GameTools("elements", 3, seat=0, opponents=["heuristic"])

    async def play(session: ClientSession, call: Tool) -> None:
        listed = {tool.name for tool in (await session.list_tools()).tools}
        assert listed == {"new_game", "look", "play", "rules"}
        assert (await call("look")).startswith("No game has begun")
        prompt = await call("new_game")
        assert prompt == same.new_game()
        assert prompt.startswith(await call("rules"))
        for _ in range(500):
            if "Your return is" in prompt:
                break
            move = first(prompt)
            prompt = await call("play", move=move)
            assert prompt == same.play(move)
            assert await call("look") == prompt
        assert f"Your return is {same._seat.reward:g}" in prompt
        assert "over" in await call("play", move="reveal")

    with_client(play)


def test_an_illegal_move_is_named_and_the_third_one_forfeits():
    async def play(session: ClientSession, call: Tool) -> None:
        prompt = await call("new_game")
        for _ in range(2):
            said = await call("play", move=illegal(prompt))
            assert "'fly to the moon' is not legal now" in said
        assert "forfeited" in await call("play", move=illegal(prompt))

    with_client(play)


def test_what_another_seat_brings_is_told():
    tools = GameTools("elements", 1, seat=0, opponents=LastLegal())
    prompt = tools.new_game()
    while not tools._seat.over:
        prompt = tools.play(first(prompt))

    assert "Your return is 1." in prompt


def test_nothing_told_depends_on_what_is_hidden():
    tools = GameTools("elements", 1, seat=0, opponents=LastLegal())
    tools.new_game()

    def told(table: Table) -> str:
        seated_at(tools._seat, table)
        return "\n".join([tools.look(), tools.rules(), tools.play("nothing")])

    expect_nothing_hidden(told)
