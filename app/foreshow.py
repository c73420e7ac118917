"""The addresses whose state a site shows before Python is there: what texts link to most."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from app.language import LANGUAGES
from model.vocabulary import CHROME

if TYPE_CHECKING:
    from model import Presets

__all__ = ("addresses",)


def addresses(presets: Presets) -> list[str]:
    """List queries: every workload and every lesson, in each language.

    Parameters
    ----------
    presets : Presets

    Returns
    -------
    list of str

    Examples
    --------
    >>> from model import load_presets
    >>> "workload=relu&locale=zh-CN" in addresses(load_presets())
    True
    """
    states: list[dict[str, str]] = [
        {},
        *({"workload": name} for name in presets.workloads),
        *({"lesson": name} for name in presets.lessons),
    ]
    others = [tag for tag in LANGUAGES if tag != CHROME["locale"].default]
    told = [*states, *({**state, "locale": tag} for tag in others for state in states)]
    return [urlencode(state) for state in told if state]
