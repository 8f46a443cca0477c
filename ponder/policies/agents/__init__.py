"""Agents: what plays budget episodes one observation at a time, from baselines to endpoints."""

from ponder.policies.agents.agent import Agent, Conversing, Knowing, Reply
from ponder.policies.agents.play import Played, play_episode
from ponder.policies.agents.roster import AGENTS, make_agent

__all__ = [
    "AGENTS",
    "Agent",
    "Conversing",
    "Knowing",
    "Played",
    "Reply",
    "make_agent",
    "play_episode",
]
