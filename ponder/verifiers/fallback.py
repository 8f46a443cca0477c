"""Comparisons by third-party mathematics; run in the sandbox's workers and nowhere else.

math-verify reads LaTeX with a grammar, and plain text with sympy's `parse_expr`, which executes
it. Only the grammar is used here: the text is put between dollar signs, and the other reader is
left out. There is no comparison by sympy itself, because it has no reader of text that does not
execute it; what Ponder's own parser reads, `ponder.verifiers.polynomials` compares without it.
"""

import importlib.util
import logging


def math_verify_agrees(answer: str, gold: str) -> bool:
    r"""Whether math-verify holds the answer equal to the reference; both are read as LaTeX.

    Its comparison is not symmetric and wants the reference first. Its time limits are off, since
    they need a signal; the sandbox has its own.

    Raises:
        ImportError: If math-verify is not installed.
        ValueError: If the reference cannot be read.
    """
    if importlib.util.find_spec("math_verify") is None:
        raise ImportError("math-verify is not installed; run: pip install 'ponder-gym[math]'")
    from math_verify import LatexExtractionConfig, parse, verify

    # It warns of each disabled time limit and logs each text that it cannot read.
    logging.getLogger("math_verify").setLevel(logging.CRITICAL)

    def read(text: str) -> list[object]:
        bare = text.replace("$", " ").strip()
        parsed: list[object] = parse(
            f"${bare}$",
            extraction_config=[LatexExtractionConfig()],
            fallback_mode="no_fallback",
            parsing_timeout=None,
            raise_on_error=True,
        )
        return parsed

    wanted = read(gold)
    if not wanted:
        raise ValueError("math-verify cannot read the reference answer")
    found = read(answer)
    return bool(found and verify(wanted, found, timeout_seconds=None, raise_on_error=True))
