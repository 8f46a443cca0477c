"""The tests' side of a mutation run: which test runs which line, and which one notices a mutant.

`measure` runs every test with nothing changed, `judge` some of them with one mutant, made in
memory by an import hook. Each wants a forked process of its own, without Ponder in it yet.
"""

import dataclasses
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType

import coverage
import hypothesis
import pytest
import sympy  # noqa: F401  (imported once before the forks, not once in each)
from mutants import Mutant, mutate

ROOT = Path(__file__).resolve().parent.parent
SOURCES = "ponder/verifiers"
TESTS = "tests/verifiers"
FORK = multiprocessing.get_context("fork")
MEMORY = 4 * 2**30
IMPORT_SECONDS = 60
TEST_SECONDS, TEST_FACTOR = 10, 3
"""A test may use three times the CPU time that it took when traced, and ten seconds on top."""


@dataclasses.dataclass(frozen=True)
class Baseline:
    """What the tests do when nothing is changed.

    Attributes:
        seconds: CPU time of each test, by its node id.
        lines: The tests that run each line, as positions in `seconds`, by file and line.
    """

    seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[str, Sequence[int]]]

    def tests_for(self, mutant: Mutant) -> dict[str, float]:
        """Chooses the tests that may notice a mutant, in the order in which to run them."""
        lines = self.lines.get(mutant.path, {})
        span = range(mutant.first_line, mutant.last_line + 1)
        of_module = {test for tests in lines.values() for test in tests}
        of_line = {test for line in span for test in lines.get(str(line), ())}
        ids = list(self.seconds)
        chosen = range(len(ids)) if mutant.at_import else of_line
        ordered = sorted(chosen, key=lambda n: (n not in of_module, self.seconds[ids[n]]))
        return {ids[n]: self.seconds[ids[n]] for n in ordered}


class _Watcher:
    """A pytest plugin that counts the tests' CPU time and keeps the first failure."""

    failed = ""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = time.process_time()
        self.before(item.nodeid)
        result = yield
        self.seconds[item.nodeid] = time.process_time() - began
        return result

    def before(self, test: str) -> None:
        """Called before each test."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


class _Tracer(_Watcher):
    """Notes which test runs which line; caches are emptied, or the first test alone would count."""

    def __init__(self, traced: coverage.Coverage) -> None:
        super().__init__()
        self.traced = traced

    def before(self, test: str) -> None:
        for name, module in list(sys.modules.items()):
            if name.startswith(SOURCES.replace("/", ".")):
                for value in vars(module).values():
                    getattr(value, "cache_clear", lambda: None)()
        self.traced.switch_context(test)


class _Chooser(_Watcher):
    """Runs the given tests in the given order, each within a limit of CPU time."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        super().__init__()
        self.tests = tests
        self.order = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(chosen, key=lambda item: self.order[item.nodeid])

    def before(self, test: str) -> None:
        limit_cpu(time.process_time() + TEST_SECONDS + TEST_FACTOR * self.tests[test])


class _MutantFinder(MetaPathFinder):
    """An import hook that gives one module its mutated code."""

    def __init__(self, mutant: Mutant) -> None:
        parts = Path(mutant.path).with_suffix("").parts
        self.module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.file = ROOT / mutant.path
        self.code = compile(mutate(self.file.read_text("utf-8"), mutant.number), self.file, "exec")

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != self.module:
            return None
        code = self.code

        class Loader(SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return code

        return spec_from_file_location(name, self.file, loader=Loader(name, str(self.file)))


def limit_cpu(seconds: float) -> None:
    """Lets the kernel end this process once it has used so much CPU time."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, resource.RLIM_INFINITY))


def run_pytest(files: Sequence[str], plugin: _Watcher, *options: str) -> int:
    """Runs tests in this process, in silence and alike each time."""
    assert not any(name.startswith("ponder") for name in sys.modules), "mutants must come first"
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.environ.update(HYPOTHESIS_PROFILE="mutation", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    hypothesis.settings.register_profile(
        "mutation",
        deadline=None,
        derandomize=True,
        database=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    arguments = ["--rootdir", str(ROOT), "-p", "no:cacheprovider", *options, *files]
    return int(pytest.main(arguments, plugins=[plugin]))


def measure(sender: Connection) -> None:
    """Runs every test unchanged, and sends the baseline or the first test that fails."""
    traced = coverage.Coverage(data_file=None, source=[str(ROOT / SOURCES)], config_file=False)
    tracer = _Tracer(traced)
    traced.start()
    code = run_pytest([TESTS], tracer)
    traced.stop()
    if code != pytest.ExitCode.OK:
        sender.send(
            f"the tests must pass before mutants are made: exit code {code}, {tracer.failed}"
        )
        return
    places = {test: place for place, test in enumerate(tracer.seconds)}
    data = traced.get_data()
    lines = {
        str(Path(file).relative_to(ROOT)): {
            str(line): sorted(places[test] for test in tests if test)
            for line, tests in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    sender.send(Baseline(tracer.seconds, lines))


def judge(sender: Connection, mutant: Mutant, tests: Mapping[str, float]) -> None:
    """Runs tests against a mutant and sends the outcome with the test that decided it."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    limit_cpu(IMPORT_SECONDS)
    sys.meta_path.insert(0, _MutantFinder(mutant))
    chooser = _Chooser(tests)
    code = run_pytest(sorted({test.partition("::")[0] for test in tests}), chooser, "-x")
    survived = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    sender.send(("survived" if survived else "killed", chooser.failed))
