"""A harness for tests: one question, one answer, without a program of its own."""

import asyncio
import json
import urllib.request

import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

__all__ = ["Talking", "TalkingConfig"]


class TalkingConfig(vf.HarnessConfig):
    pass


class Talking(vf.Harness[TalkingConfig]):
    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data, **_):
        system, prompt = self.resolve_prompt(data)
        messages = [{"role": "system", "content": system}] if system else []
        messages += [message_to_wire(message) for message in prompt or []]
        request = urllib.request.Request(
            f"{endpoint}/chat/completions",
            json.dumps({"model": ctx.model, "messages": messages}).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"},
        )
        await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=60).read())
        return vf.ProgramResult(0, "", "")
