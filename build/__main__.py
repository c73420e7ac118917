"""`python build`: make the static site in `dist/site`."""

import argparse
import sys
from pathlib import Path

import recipe
import serve
import states
import verify
from fetch import Fetcher
from parts import BuildError, load_pins

ROOT = Path(__file__).resolve().parent.parent


def say(line):
    """Print a line at once, also into a pipe."""
    print(line, flush=True)  # noqa: T201


def arguments(argv):
    """Read the command line.

    Parameters
    ----------
    argv : list of str

    Returns
    -------
    argparse.Namespace
    """
    parser = argparse.ArgumentParser(prog="python build", description=__doc__)
    parser.add_argument("--parts", type=Path, help="folder asked for parts before any other source")
    parser.add_argument("--cache", type=Path, default=ROOT / ".cache", help="kept between builds")
    parser.add_argument("--cdn", help="address template of the CDN, with {name}; empty: none")
    parser.add_argument("--project", type=Path, default=ROOT, help="folder with app/ and model/")
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "site")
    parser.add_argument(
        "--states", type=Path, help="file of addresses, one a line, shown before Python is there"
    )
    parser.add_argument("--serve", action="store_true", help="serve the site afterwards")
    parser.add_argument("--port", type=int, default=8000)
    return parser.parse_args(argv)


def build(options):
    """Fetch, build and verify.

    Parameters
    ----------
    options : argparse.Namespace
    """
    asked = states.read_addresses(options.states)
    say("fetch")
    fetcher = Fetcher(load_pins(), options.cache / "parts", options.parts, options.cdn, say)
    parts = fetcher.fetch_all()
    site = recipe.Recipe(options.project, parts, options.cache, say, asked).make(options.out)
    if site is not None:
        verify.verify(site)
        say(verify.sizes(site))
    say(f"built: {options.out}")


def main(argv=None):
    """Run the command line.

    Parameters
    ----------
    argv : list of str, optional

    Returns
    -------
    int
        Exit status.
    """
    options = arguments(argv)
    try:
        build(options)
        if options.serve:
            serve.serve(options.out, options.port, say)
    except BuildError as error:
        say(f"error: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
