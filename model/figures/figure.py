"""One row of published figures, as its file states it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.errors import refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from model.reader import Table

__all__ = ("Figure", "read_figure")

_EXACT = 1e-9
ROOFLINE_KEYS = {"chip", "peak_id", "peak", "bw", "intensity", "flops", "bytes_moved"}
_FORMS = ("query", "roofline", "values")


@dataclass(frozen=True)
class Figure:
    """Figures of one source that belong together, and what they are computed from.

    Parameters
    ----------
    id, topic, source, about : str
        Name, name of its file, where it is printed, and what it is, as far as that needs words.
    query : str
        What the command line would be asked; expressions name the keys of its answer.
    against : str
        A second query, whose answer is `other`.
    roofline : mapping of str to object
        A chip (`chip`, `peak_id`) or `peak` and `bw`, with `intensity`, or `flops` and
        `bytes_moved`, as far as they matter.
    values : mapping of str to object
        Given figures that the model has nothing to add to: for plain arithmetic.
    expect : mapping of str to object
        What each expression comes to: as printed, or right where print is wrong.
    misprint : mapping of str to object
        What is printed for some of the expressions, and wrong.
    why : str
        Why print and model differ.
    refused : mapping of str to object
        In place of `expect`: `key` and `value` that the query is refused for.
    tolerance : float
        Largest relative difference, the rounding of what is printed.
    """

    id: str
    topic: str
    source: str
    about: str = ""
    query: str = ""
    against: str = ""
    roofline: Mapping[str, Any] | None = None
    values: Mapping[str, Any] | None = None
    expect: Mapping[str, Any] | None = None
    misprint: Mapping[str, Any] | None = None
    why: str = ""
    refused: Mapping[str, Any] | None = None
    tolerance: float = _EXACT

    def __post_init__(self) -> None:
        if sum(bool(getattr(self, form)) for form in _FORMS) != 1:
            raise refused(self.id, f"one of {', '.join(_FORMS)}", self.query)
        if bool(self.expect) == bool(self.refused):
            raise refused(self.id, "either expect or refused", self.expect)
        if self.refused and set(self.refused) != {"key", "value"}:
            raise refused(f"{self.id}.refused", "key and value", dict(self.refused))
        if bool(self.misprint) != bool(self.why):
            raise refused(f"{self.id}.why", "a reason exactly where there is a misprint", self.why)
        if not set(self.misprint or ()) <= set(self.expect or ()):
            raise refused(f"{self.id}.misprint", "expressions that expect has too", self.misprint)
        if not set(self.roofline or ()) <= ROOFLINE_KEYS:
            keys = ", ".join(sorted(ROOFLINE_KEYS))
            raise refused(f"{self.id}.roofline", f"some of {keys}", list(self.roofline or ()))
        if not 0 < self.tolerance < 1:
            raise refused(f"{self.id}.tolerance", "a number between 0 and 1", self.tolerance)


def read_figure(topic: str, table: Table) -> Figure:
    """Make a figure of a table of `presets/figures/TOPIC.toml`; problems are noted by the table."""
    return Figure(
        id=table.take("id", str),
        topic=topic,
        source=table.take("source", str),
        about=table.take("about", str, ""),
        query=table.take("query", str, ""),
        against=table.take("against", str, ""),
        roofline=table.take("roofline", dict, None),
        values=table.take("values", dict, None),
        expect=table.take("expect", dict, None),
        misprint=table.take("misprint", dict, None),
        why=table.take("why", str, ""),
        refused=table.take("refused", dict, None),
        tolerance=table.take("tolerance", (int, float), _EXACT),
    )
