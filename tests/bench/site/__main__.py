"""`python -m tests.bench.site`: the site against a stock build of the same app, in one run."""

import argparse
import shutil

from playwright.sync_api import sync_playwright

from tests.bench.site import stock
from tests.bench.site.floors import floors
from tests.bench.site.measure import medians
from tests.build.fixtures import ROOT, build_site

STEPS = ("start", "python", "restore", "restored", "files", "imports", "app", "link", "linked")


def table(found):
    """Lay the results out in Markdown."""
    names = list(found)
    rows = [["", *names], ["---", *["---:"] * len(names)]]
    for key in ("paint", "ready"):
        rows.append([f"{key}, s", *(f"{found[n][key] / 1000:.2f}" for n in names)])
    shares = (found[n]["ready"] / found[names[0]]["ready"] for n in names)
    rows.append([f"ready / {names[0]}", *(f"{share:.3f}" for share in shares)])
    rows.append(["sent, MB", *(f"{found[n]['MB']:.2f}" for n in names)])
    for key in ("data_p50", "data_p95", "frame_p95"):
        if key in found[names[0]]:
            rows.append([f"move {key}, ms", *(f"{found[n][key]:.1f}" for n in names)])
    for key in ("boot", "preview", "library", "painted", *STEPS):
        marks = (found[n].get(key) for n in names)
        rows.append([f"at {key}, s", *("" if m is None else f"{m / 1000:.2f}" for m in marks)])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main():
    """Build both, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--moves", type=int, default=100)
    options = parser.parse_args()
    site = build_site()
    sites = {
        "stock": (stock.build(ROOT / ".cache" / "stock"), ""),
        "ordinary": (site, "?start=ordinary"),
        "fast": (site, ""),
    }
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    found = medians(chromium, sites, options.runs, options.moves)
    print(table(found))
    with sync_playwright() as playwright:
        alone = floors(playwright, chromium, site, options.runs)
    total = sum(alone.values())
    listed = ", ".join(f"{name} {ms / 1000:.2f}" for name, ms in alone.items())
    print(f"\nEach alone, s: {listed}; in all {total / 1000:.2f}.")
    print(f"ready on the fast path / that sum: {found['fast']['ready'] / total:.2f}")


if __name__ == "__main__":
    main()
