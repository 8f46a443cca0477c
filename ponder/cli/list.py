"""`ponder list`: the families that can generate here."""

from typing import Annotated

import typer

from ponder.generators.registry import DOMAINS, family, names

ADAPTED = "rg"
EXTERNAL = "external"


def command(
    domain: Annotated[
        str | None, typer.Option(help="Only the families of this domain, e.g. games.")
    ] = None,
) -> None:
    """List the task families, each with its domain and what it asks.

    `ponder show NAME` shows one of them, `ponder check NAME` holds it to the contract.

    For example:

        ponder list
        ponder list --domain games
    """
    from rich.console import Console
    from rich.table import Table

    domains = (*DOMAINS, ADAPTED, EXTERNAL)
    if domain is not None and domain not in domains:
        raise ValueError(f"domain must be one of {list(domains)}, got {domain!r}")
    rows = [(name, home) for home in domains if domain in (None, home) for name in names(home)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", no_wrap=True, style="cyan")
    table.add_column("domain", no_wrap=True)
    table.add_column("what it asks", overflow="fold")
    for name, home in rows:
        table.add_row(name, home, describe(name, home))
    Console().print(table)
    Console(stderr=True).print(f"{len(rows)} families; `ponder show NAME` shows one", style="dim")


def describe(name: str, domain: str) -> str:
    """Says in one line what a family asks."""
    if domain == ADAPTED:
        # `family` would import Reasoning Gym, which takes longer than the whole listing.
        from ponder.generators.reasoning_gym.catalog import DATASETS

        doc = DATASETS[name].doc
    else:
        doc = family(name).doc
    return next(iter(doc.splitlines()), "")
