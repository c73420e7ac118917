"""Join small ES modules into one script: one request instead of a chain of them."""

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)


def bundle(entry):
    """Join a module and those it imports, each once, imported ones first.

    Only `import { … } from "./name.js"` and `export` in front of a declaration are
    understood: names must differ between the files.

    Parameters
    ----------
    entry : Path

    Returns
    -------
    str
        A script whose names are its own.
    """
    texts = []
    _collect(Path(entry), texts, set())
    return '(() => {\n"use strict";\n' + "\n".join(texts) + "\n})();\n"


def _collect(path, texts, seen):
    if path in seen:
        return
    seen.add(path)
    text = path.read_text()
    for name in IMPORT.findall(text):
        _collect(path.parent / name, texts, seen)
    texts.append(EXPORT.sub("", IMPORT.sub("", text)))
