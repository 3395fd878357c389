"""TRL's GRPO trainer with our environment, and a model that answers by a script."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from tests.libraries import need

need("trl")

import torch
import trl
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

from boardgame_envs.adapters.trl import GameEnvironment, deals, environment_factory
from boardgame_envs.core.table import Table
from tests.adapters.scripted_models import first, illegal, last
from tests.opponents import LastLegal
from tests.outsiders import expect_nothing_hidden, seated_at

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
TAGS = ["<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>"]


def make_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer of words that the game uses, with a chat template that knows tools."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=1500, initial_alphabet=alphabet)
    tokenizer.train_from_iterator([GameEnvironment("elements").reset(seed=1)], trainer)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token="<|im_end|>", pad_token="<|endoftext|>"
    )
    fast.add_special_tokens({"additional_special_tokens": SPECIAL})
    fast.add_tokens(TAGS)
    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"
    fast.chat_template = template.read_text(encoding="utf-8")
    return fast


class ScriptedModel(Qwen3ForCausalLM):
    """A tiny network that learns as any; what it says comes from a script, one for each row."""

    def script(self, tokenizer: Any, *models: Any) -> None:
        self.tokenizer, self.models, self.prompts = tokenizer, models, []

    def generate(self, input_ids: Any, **_: Any) -> Any:
        said = []
        for row in input_ids:
            prompt = self.tokenizer.decode(row)
            self.prompts.append(prompt)
            model = self.models[DEALT.index(opening(prompt)) % len(self.models)]
            said.append(self.tokenizer(self.answer(model, prompt))["input_ids"])
        longest = max(map(len, said))
        pad = self.tokenizer.pad_token_id
        rows = [[*row, *[pad] * (longest - len(row))] for row in said]
        return torch.cat([input_ids, torch.tensor(rows)], dim=1)

    def answer(self, model: Any, prompt: str) -> str:
        if "Your return is" in prompt or "forfeited the game:" in prompt:
            return "Thank you.<|im_end|>"
        call = json.dumps({"name": "play", "arguments": {"move": model(prompt)}})
        return f"<tool_call>\n{call}\n</tool_call><|im_end|>"


def opening(prompt: str) -> str:
    """Return what a conversation began with, which says which deal it is."""
    return prompt.split("<|im_start|>user\n", 1)[1].split("<|im_end|>", 1)[0]


ROWS = deals(2, seed=4)
DEALT = [
    ROWS[0]["prompt"][-1]["content"] + GameEnvironment("elements").reset(**row) for row in ROWS
]


def train(folder: Path, *models: Any, **arguments: Any) -> tuple[Any, Any]:
    """Let TRL train a step; return the trainer and the environments' rewards."""
    tokenizer = make_tokenizer()
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        head_dim=8,
        max_position_embeddings=40_000,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    model = ScriptedModel(config)
    model.script(tokenizer, *models)
    settings = trl.GRPOConfig(
        output_dir=str(folder),
        per_device_train_batch_size=2 * len(ROWS),
        num_generations=2,
        max_completion_length=20_000,
        max_steps=1,
        report_to="none",
        use_cpu=True,
        shuffle_dataset=False,
        logging_steps=1,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trainer = trl.GRPOTrainer(
            model=model,
            args=settings,
            processing_class=tokenizer,
            train_dataset=Dataset.from_list(ROWS),
            environment_factory=environment_factory("elements", **arguments),
        )
        trainer.train()
    return trainer, [environment.get_reward() for environment in trainer.environments]


def test_rewards_reach_the_trainer_and_tools_are_called(tmp_path):
    trainer, rewards = train(tmp_path, first, last, opponents=LastLegal())

    # the opponent surrenders at its first turn, unless the model does so before it
    assert rewards == [1.0, 1.0, -1.0, -1.0]
    logged = trainer.state.log_history[0]
    assert logged["rewards/GameEnvironment/mean"] == pytest.approx(0.0)
    assert logged["tools/call_frequency"] >= 1
    assert logged["tools/failure_frequency"] == 0


def test_a_model_that_does_not_heed_what_is_legal_forfeits(tmp_path):
    trainer, rewards = train(tmp_path, illegal, opponents=LastLegal())

    assert rewards == [-1.0] * 4
    metrics = [environment.metrics for environment in trainer.environments]
    assert all(counts["illegal"] == 3 and counts["forfeits"] == 1 for counts in metrics)
    assert trainer.state.log_history[0]["rewards/GameEnvironment/mean"] == -1.0


def test_a_model_that_calls_no_tool_has_forfeited():
    environment = GameEnvironment("elements")
    environment.reset(**ROWS[0])

    assert environment.get_reward() == -1.0


def test_a_row_without_a_seed_is_an_error_in_words():
    with pytest.raises(ValueError, match="needs a 'seed'"):
        GameEnvironment("elements").reset(prompt=[])


def test_nothing_a_tool_returns_depends_on_what_is_hidden():
    environment = GameEnvironment("elements", opponents=LastLegal())
    environment.reset(**ROWS[0])

    def told(table: Table) -> str:
        seat = seated_at(environment.seat, table)
        return "\n".join([seat.rules, seat.prompt, environment.play("nothing")])

    expect_nothing_hidden(told)
