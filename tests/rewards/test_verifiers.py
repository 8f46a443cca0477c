"""The taskset for the library `verifiers`, which cannot share an environment with OpenEnv."""

import asyncio
import itertools

import pytest

import ponder

vf = pytest.importorskip("verifiers.v1", reason="needs verifiers 0.4 in an environment of its own")


def test_tasks_carry_their_prompt_and_judge_the_last_reply() -> None:
    from ponder.rewards.verifiers import PonderConfig, PonderTaskset

    taskset = PonderTaskset(PonderConfig(source="chain_sum:1-2", seed=4))
    mixture = ponder.Mixture.parse("chain_sum:1-2", seed=4)
    for index, task in enumerate(itertools.islice(taskset, 5)):
        expected = mixture[index]
        assert (task.data.idx, task.data.id) == (index, expected.uid)
        assert task.data.prompt == expected.prompt("boxed")
        for reply, reward in ((f"\\boxed{{{expected.answer}}}", 1.0), ("no idea", 0.0)):
            trace = vf.Trace(
                task={"type": "PonderTask", "data": task.data},
                agent={"config": {}},
                root_reply=reply,
            )
            asyncio.run(task.score(trace))
            assert trace.rewards["correct"].score == reward
