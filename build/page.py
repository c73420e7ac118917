"""Render the app's page with the pre-computed document in it."""

import base64
import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import jinja2
from markupsafe import Markup

WEB = Path(__file__).resolve().parent / "web"

# `unsafe-inline` is for styles only: BokehJS writes them into each view's shadow root.
# `blob:` is for scripts that travel compressed and for Panel's components; workers from `data:`
# are for sandboxed frames, which can start no others.
POLICY = {
    "default-src": ["'none'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'", "blob:"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", "blob:", "data:"],
    "worker-src": ["'self'", "data:"],
    "frame-src": ["'self'"],  # the preview of an embed snippet
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
}
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\b(?:src|type)=)[^>]*>(.*?)</script>", re.DOTALL)


@dataclass
class Root:
    """What Bokeh's templates know of one root of the document."""

    id: str
    name: str
    tags: list = field(default_factory=list)

    @property
    def elementid(self):
        """Id of the element the root is drawn into."""
        return f"root-{self.id}"


class Roots(list):
    """Roots by position, or by name as an item or an attribute."""

    def __getitem__(self, key):
        if isinstance(key, str):
            return next(root for root in self if root.name == key)
        return super().__getitem__(key)

    def __getattr__(self, name):
        try:
            return self[name]
        except StopIteration:
            raise AttributeError(name) from None


def embed(root):
    """Give the element a root is drawn into."""
    return Markup('<div id="{}" data-root-id="{}" style="display: contents"></div>').format(
        root.elementid, root.id
    )


def data_block(identifier, content):
    """Put JSON into the page as text that is never run.

    Parameters
    ----------
    identifier : str
    content : object

    Returns
    -------
    str
    """
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="{identifier}">{text}</script>'


def policy(html):
    """Content security policy that lets a page's own inline scripts run, and no others.

    Parameters
    ----------
    html : str

    Returns
    -------
    str
    """
    rules = {name: list(sources) for name, sources in POLICY.items()}
    for script in INLINE_SCRIPT.findall(html):
        digest = hashlib.sha256(script.encode()).digest()
        rules["script-src"].append(f"'sha256-{base64.b64encode(digest).decode()}'")
    return "; ".join(" ".join([name, *sources]) for name, sources in rules.items())


def render(templates, document, config):
    """Render the page.

    Parameters
    ----------
    templates : Path
        The app's folder with `index.html`, a template like those of Bokeh's directory apps.
    document : dict
        What the engine's `document_json` gave.
    config : dict
        For the page's script; `build` names the folder of the files.

    Returns
    -------
    str
        HTML.
    """
    loader = jinja2.FileSystemLoader([str(templates), str(WEB)])
    environment = jinja2.Environment(loader=loader, trim_blocks=True, lstrip_blocks=True)
    roots = Roots(Root(r["id"], r["name"] or "", r["tags"]) for r in document["roots"])
    item = {"roots": roots, "elementid": None, "docid": next(iter(document["docs"]))}
    context = {
        "base": environment.get_template("base.html"),
        "title": document["title"],
        "docs": [item],
        "doc": item,
        "roots": roots,
        "embed": embed,
        "build": config["build"],
        "status": (WEB / "status.html").read_text(),
        "data": data_block("site-config", config) + data_block("site-document", document),
        "csp": "",
    }
    template = environment.get_template("index.html")
    context["csp"] = Markup(policy(template.render(context)))
    return template.render(context)
