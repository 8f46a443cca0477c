"""Tokens a second that the embedded policy samples, against a plain `model.generate`.

    python benchmarks/sampling.py

The same 64 prompts of mixed lengths, sums of eight levels, answered at temperature 1 in at most
240 tokens, in turns; tokens are counted up to each answer's end. On one thread; medians.
"""

import argparse
import statistics
import time

import torch

from ponder import generate
from ponder.cli._training import quiet_transformers
from ponder.policies.local import LocalPolicy, load_embedded
from ponder.policies.policy import Turn

BAR = 2.0


def main() -> int:
    """Measures both in turns; 1 if the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=64)
    parser.add_argument("--cap", type=int, default=240)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    policy = load_embedded()
    rates: dict[str, list[float]] = {"ponder": [], "generate": []}
    for number in range(options.rounds + 1):
        turns = questions(options.rows, number)
        for name, measure in (("ponder", by_ponder), ("generate", by_generate)):
            started = time.perf_counter()
            tokens = measure(policy, turns, options.cap, number)
            if number:  # The first round warms up.
                rates[name].append(tokens / (time.perf_counter() - started))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    ratio = medians["ponder"] / medians["generate"]
    for name, rate in medians.items():
        print(f"{name:9} {rate:8,.0f} tokens/s")
    print(f"ratio     {ratio:8.2f} (bar {BAR:g})")
    return int(ratio < BAR)


def questions(rows: int, number: int) -> list[Turn]:
    """Sums of levels 1 to 8, every other one under a budget line."""
    turns = []
    for row in range(rows):
        task = generate("chain_sum", level=row % 8 + 1, seed=number, index=row)
        budget = (400, 4) if row % 2 else (None, None)
        turns.append(Turn(task.question, task.answer_format, *budget))
    return turns


def by_ponder(policy: LocalPolicy, turns: list[Turn], cap: int, seed: int) -> int:
    """Samples as training does."""
    done = policy.complete(turns, max_tokens=[cap] * len(turns), seed=seed)
    return sum(len(completion.token_ids) for completion in done)


def by_generate(policy: LocalPolicy, turns: list[Turn], cap: int, seed: int) -> int:
    """Samples as transformers does, and counts up to the first end."""
    prompts = [policy.prompt_ids(turn) for turn in turns]
    width = max(map(len, prompts))
    ids = torch.full((len(prompts), width), policy.pad_id)
    mask = torch.zeros_like(ids)
    for row, prompt in enumerate(prompts):
        ids[row, width - len(prompt) :] = torch.tensor(prompt)
        mask[row, width - len(prompt) :] = 1
    torch.manual_seed(seed)
    with torch.no_grad():
        out = policy.model.generate(
            input_ids=ids,
            attention_mask=mask,
            do_sample=True,
            max_new_tokens=cap,
            eos_token_id=list(policy.stop_ids),
            pad_token_id=policy.pad_id,
        )[:, width:]
    ended = torch.isin(out, torch.tensor(policy.stop_ids)).long()
    before = (ended.cumsum(1) - ended) == 0  # up to the first end, that included
    return int(before.sum())


if __name__ == "__main__":
    raise SystemExit(main())
