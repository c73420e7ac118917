"""Send answers of a server at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bokeh.document import Document

__all__ = ("send_promptly",)


def send_promptly(doc: Document | None) -> None:
    """Turn Nagle's algorithm off on the web sockets of a document.

    Bokeh writes a message as several small frames, the second of which the system holds back
    until the reader's acknowledgement of the first, 40 ms later: more than all the rest of a
    slider's move takes. Bokeh has no option for it, hence the private attributes; in a browser
    or a notebook there are no sockets and nothing happens.
    """
    session = getattr(getattr(doc, "session_context", None), "session", None)
    for connection in getattr(session, "_subscribed_connections", ()):
        connection._socket.set_nodelay(True)
