"""Look at what was built, before anyone else does."""

import re

from parts import BuildError

FOREIGN = re.compile(r'(?:src|href)="(?:https?:)?//', re.IGNORECASE)


def verify(site):
    """Raise unless the site is complete and points at no other host.

    Parameters
    ----------
    site : assemble.Site
        The filled site.

    Raises
    ------
    BuildError
        Naming every fault at once.
    """
    faults = []
    names = [
        "index.html",
        "sw.js",
        "licences.txt",
        *(entry["path"] for entry in site.files.values()),
    ]
    for name in names:
        path = site.root / name
        if not path.is_file() or not path.stat().st_size:
            faults.append(f"{name} is missing or empty")
    html = (site.root / "index.html").read_text()
    for match in FOREIGN.finditer(html):
        faults.append(f"index.html points at another host: {html[match.start() :][:80]}")
    for mark in ('id="site-config"', 'id="site-document"', 'id="site-status"'):
        if mark not in html:
            faults.append(f"index.html has no {mark}: does its template keep the base's blocks?")
    if faults:
        raise BuildError("\n".join(faults))


def sizes(site):
    """Table of the files' bytes on the wire.

    Parameters
    ----------
    site : assemble.Site

    Returns
    -------
    str
    """
    lines = [f"{'file':28} {'MB':>6}"]
    for name, entry in sorted(site.files.items(), key=lambda item: -item[1]["bytes"]):
        if entry["bytes"] > 20_000:
            lines.append(f"{name[:28]:28} {entry['bytes'] / 1e6:6.2f}")
    page = (site.root / "index.html").stat().st_size
    both = site.bytes_of(["bokeh.js", "page.js", "worker.js", "site.css"]) + page
    for path, names in site.paths().items():
        total = (site.bytes_of(names) + both) / 1e6
        lines.append(f"{path + ' path, in all':28} {total:6.2f}")
    return "\n".join(lines)
