"""Where the sources of the page use the tables of text."""

import ast
import re
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

APP = Path(__file__).resolve().parents[2] / "app"
_CALLERS = {"text", "language", "_text", "self", "has", "partial"}
_DOTTED = re.compile(r"\btexts\.(\w+)(?:\.(\w+))?")
_TAKEN_APART = re.compile(r"\(\{(\w+): \{([\w, ]+)\}\}\)")


def uses(sections: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Section, key (`*` stands for what only running tells) and file of every use."""
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in _CALLERS:
                yield from ((*use, path.name) for use in _called(node))
    for path in sorted((APP / "page").glob("*.js")):
        code = path.read_text("utf-8")
        dotted = ((section, key or "*", path.name) for section, key in _DOTTED.findall(code))
        yield from (use for use in dotted if use[1] != "*" or use[0] in sections)
        for section, keys in _TAKEN_APART.findall(code):
            yield from ((section, key.strip(), path.name) for key in keys.split(","))


def matches(pattern: str, key: str) -> bool:
    """Whether a use may be the use of a key."""
    return fnmatchcase(key, pattern)


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _called(node: ast.Call) -> Iterator[tuple[str, str]]:
    """`text(section, key)`, or `partial(text, section)`, after which any key may come."""
    first, second = (*node.args, None, None)[:2]
    if _name(node.func) == "partial" and isinstance(second, ast.Constant):
        yield second.value, "*"
    elif isinstance(first, ast.Constant) and second is not None:
        yield first.value, _pattern(second)


def _pattern(key: ast.expr) -> str:
    if isinstance(key, ast.Constant):
        return str(key.value)
    if isinstance(key, ast.JoinedStr):
        return "".join(_pattern(part) for part in key.values)
    return "*"
