"""Shared by all tests: one thread a process, and properties that give the same cases each run."""

import os

# Before numpy or torch is imported: on a shared machine more threads make every test slower.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ponder", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ponder"))
