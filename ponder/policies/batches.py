"""An endpoint as a policy of this process: whole batches of turns, for code that waits for them."""

import asyncio
from collections.abc import Sequence
from types import TracebackType

from ponder.policies.policy import Completion, Turn
from ponder.policies.served import ServedAnswer, ServedPolicy
from ponder.quoting import quoted


class ServedBatches:
    """Completes batches, as many turns at once as the endpoint's settings allow.

    The endpoint draws by itself, so that the same seed gives other answers. Its tokens are
    charged by their number; which they are it does not tell.

    Used as a context, it closes the connections at the end.

    Attributes:
        name: The endpoint's.
        answers: How many came.
        estimated: Of how many of them the endpoint counted no tokens.
    """

    def __init__(self, policy: ServedPolicy) -> None:
        """Asks by a policy that nobody else uses meanwhile."""
        self.name = policy.name
        self.answers = self.estimated = 0
        self._policy = policy
        # One event loop for all batches: connections are kept from one to the next.
        self._runner = asyncio.Runner()

    def __enter__(self) -> "ServedBatches":
        """Gives itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the connections."""
        self._runner.run(self._policy.aclose())
        self._runner.close()

    def complete(
        self,
        turns: Sequence[Turn],
        *,
        max_tokens: Sequence[int],
        seed: int,
        temperature: float = 1.0,
    ) -> list[Completion]:
        """Completes every turn; see `Policy.complete`. The seed has no effect.

        Raises:
            EndpointError: If one answer did not come; the others of the batch are lost with it.
            ValueError: If the temperature is another than the endpoint is asked with.
        """
        if temperature != self._policy.temperature:
            raise ValueError(
                f"temperature must be {self._policy.temperature!r}, which {self.name!r} is asked "
                f"with, got {quoted(temperature)}"
            )
        answers = self._runner.run(self._ask(turns, max_tokens))
        self.answers += len(answers)
        self.estimated += sum(answer.estimated for answer in answers)
        return [completion(answer, cap) for answer, cap in zip(answers, max_tokens, strict=True)]

    async def _ask(self, turns: Sequence[Turn], max_tokens: Sequence[int]) -> list[ServedAnswer]:
        """Asks for all answers; the first that fails ends the others."""
        try:
            async with asyncio.TaskGroup() as group:
                asked = [
                    group.create_task(self._policy.answer(turn, cap))
                    for turn, cap in zip(turns, max_tokens, strict=True)
                ]
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return [task.result() for task in asked]


def completion(answer: ServedAnswer, cap: int) -> Completion:
    """Turns an answer into a completion within its cap.

    What an endpoint gives beyond the cap, by its count or by the estimate, is cut off, in
    proportion since it does not tell its tokens.
    """
    over = answer.tokens > cap
    text = answer.text[: len(answer.text) * cap // answer.tokens] if over else answer.text
    return Completion(
        text=text,
        prompt_ids=(),
        token_ids=(0,) * min(answer.tokens, cap),
        logprobs=(),
        finished=answer.finished and not over,
    )
