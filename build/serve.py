"""Serve the built site on this machine, as a plain static host would."""

import http.server
from functools import partial
from pathlib import Path
from typing import ClassVar


class Handler(http.server.SimpleHTTPRequestHandler):
    """Static files, with the types browsers insist on, whatever the machine's registry says."""

    extensions_map: ClassVar[dict] = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *args):
        """Keep quiet: a page asks for many files."""


def server(folder, port=0):
    """Make a server for a folder.

    Parameters
    ----------
    folder : Path
    port : int
        0 takes any that is free.

    Returns
    -------
    http.server.ThreadingHTTPServer
    """
    handler = partial(Handler, directory=str(Path(folder)))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def serve(folder, port, say=print):
    """Serve until interrupted.

    Parameters
    ----------
    folder : Path
    port : int
    say : callable
    """
    with server(folder, port) as running:
        say(f"http://127.0.0.1:{running.server_port}/ (Ctrl+C ends it)")
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            say("")
