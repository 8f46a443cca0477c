"""Agents by name, as a command line gives them."""

from ponder.policies.agents.agent import Agent
from ponder.policies.agents.baselines import DifficultyOracle, GreedyMax, Uniform
from ponder.policies.agents.endpoint import Endpoint, EndpointConfig
from ponder.policies.agents.llm import LlmAgent
from ponder.policies.agents.scripted import Scripted
from ponder.quoting import quoted

AGENTS = ("uniform", "greedy_max", "difficulty_oracle", "scripted", "llm_api", "llm_local", "hf")
_KINDS = {"llm_api": "API", "llm_local": "LOCAL"}


def make_agent(
    spec: str, *, seed: int = 0, concurrency: int = 8, temperature: float | None = None
) -> Agent:
    """Makes an agent.

    Args:
        spec: A name of `AGENTS`; `hf`, `llm_api` and `llm_local` take a model behind a colon,
            `hf:smollm2`, which for the latter two stands in for `BASELINE_API_MODEL` and
            `BASELINE_LOCAL_MODEL`.
        seed: Names what the agent draws; endpoints draw by themselves.
        concurrency: Requests at once to an endpoint.
        temperature: Of a model's sampling; None means its own, or 1 for `hf`.

    Raises:
        ValueError: If there is no such agent, or it lacks a setting.
        FileNotFoundError: If there is no such model for `hf`.
    """
    name, _, model = spec.partition(":")
    if name in _KINDS:
        config = EndpointConfig.from_environment(
            _KINDS[name], model, concurrency=concurrency, temperature=temperature
        )
        return LlmAgent(Endpoint(config), f"{name}:{config.model}")
    if name == "hf" and model:
        return _policy_agent(spec, model, seed, 1.0 if temperature is None else temperature)
    agents: dict[str, Agent] = {
        "uniform": Uniform(),
        "greedy_max": GreedyMax(),
        "difficulty_oracle": DifficultyOracle(),
        "scripted": Scripted(seed=seed),
    }
    if model or name not in agents:
        raise ValueError(
            f"an agent must be one of {AGENTS}, hf with a model as in 'hf:smollm2', got "
            f"{quoted(spec)}"
        )
    return agents[name]


def _policy_agent(spec: str, model: str, seed: int, temperature: float) -> Agent:
    from ponder.policies.agents.hf import PolicyAgent
    from ponder.policies.local import load

    return PolicyAgent(load(model), spec, seed, temperature)
