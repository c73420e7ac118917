"""Runs the app inside Pyodide and carries its changes to the page and back.

Shipped into the browser as the module `site_engine`. It does what `panel.io.pyodide`
does for a worker, but with one text message per answer, no conversions of objects and
no `eval`. See `build/README.md` for the private interfaces touched.
"""

import asyncio
import functools
import gc
import importlib
import json
import math
import traceback
import zlib

import site_stub  # noqa: F401  # must be there before Panel

# isort: split

import numpy
import panel.io.resources
from bokeh.core.serialization import Deserializer, Serializer
from bokeh.document import Document
from bokeh.document.events import ModelChangedEvent
from bokeh.embed.util import standalone_docs_json_and_render_items
from bokeh.events import DocumentReady, ModelEvent
from bokeh.io.doc import set_curdoc
from bokeh.model import Model
from panel.io.document import MockSessionContext
from panel.io.state import state

panel.io.resources.RESOURCE_MODE = "cdn"
# Panel counts what it is busy with, for a spinner this page does not have. The counter makes
# all of the state's parameters writable and back again a dozen times a move: a quarter of the
# time a move takes.
type(state)._add_busy_event = type(state)._remove_busy_event = lambda self, event_id: None
SETTER = "page"  # marks changes that came from the page, so that they are not sent back


PLAIN = (str, bool, type(None))
LARGEST_INT = 2**53 - 1  # of those that the page holds exactly; Bokeh warns beyond


def _is_plain(value):
    kind = type(value)
    if kind is int:
        return -LARGEST_INT <= value <= LARGEST_INT
    return kind in PLAIN or (kind is float and math.isfinite(value))


class QuickSerializer(Serializer):
    """Bokeh's, without its dozen questions about what is plain JSON already.

    Nor does it list all models that the page has, to name the two or three that changed.

    Parameters
    ----------
    models : DocumentModelManager
        The document's.
    """

    def __init__(self, models):
        super().__init__(deferred=False)
        self._models = models

    def get_ref(self, obj):
        """Give the name of what the page has already."""
        known = isinstance(obj, Model) and obj.id in self._models
        if known and obj not in self._models._new_models:
            return obj.ref
        return super().get_ref(obj)

    def encode(self, obj):
        """Encode a value, as Bokeh asks."""
        return obj if _is_plain(obj) else super().encode(obj)

    def _encode_list(self, obj):
        return [value if _is_plain(value) else self.encode(value) for value in obj]


class Engine:
    """One run of the app.

    Parameters
    ----------
    entry : str
        Module that marks its roots with `.servable()`, and has an iterator of work to warm up
        with, `rehearsal`.
    """

    def __init__(self, entry="app.main"):
        self.document = Document()
        self.post = None
        self.pending = []
        self.receiving = False
        self.flush_planned = False
        context = MockSessionContext(document=self.document)
        self.document._session_context = lambda: context
        set_curdoc(self.document)
        state.curdoc = self.document
        self.rehearsal = importlib.import_module(entry).rehearsal()
        # Without a session context Panel handles events at once, and does not schedule them.
        self.document._session_context = None

    def fingerprint(self):
        """Tell whether two runs made the same models with the same ids.

        Returns
        -------
        str
        """
        names = sorted(f"{model.id} {type(model).__name__}" for model in self.document.models)
        return f"{len(names)}-{zlib.crc32(chr(10).join(names).encode()):08x}"

    def check(self):
        """Compute something with every part that a faulty restore would spoil.

        Returns
        -------
        str
            The same in every sound run.
        """
        matrix = numpy.linspace(1.0, 2.0, 9).reshape(3, 3) + numpy.eye(3)
        solved = numpy.linalg.solve(matrix, numpy.arange(3.0))
        return f"{self.fingerprint()} {solved.sum()!r} {json.dumps([math.pi, 1e-300])}"

    def document_json(self):
        """Give the document, as the page embeds it.

        Returns
        -------
        str
            JSON with `docs`, `roots` (id, name and tags of each), `title`, `fingerprint`.
        """
        docs, _ = standalone_docs_json_and_render_items(
            self.document.roots, suppress_callback_warning=True
        )
        roots = [{"id": m.id, "name": m.name, "tags": m.tags} for m in self.document.roots]
        content = {"docs": docs, "roots": roots, "title": self.document.title}
        return json.dumps(content | {"fingerprint": self.fingerprint()})

    def link(self, post):
        """Start to send the document's changes to the page.

        Parameters
        ----------
        post : callable
            Takes one text, a patch in Bokeh's JSON.
        """
        self.post = post
        self.document.models.flush_synced()  # the page has the document as it is
        self.document.on_change(self._collect)
        loaded = functools.partial(state._schedule_on_load, self.document)
        self.document.on_event("document_ready", loaded)
        self.document.callbacks.trigger_event(DocumentReady())
        gc.freeze()  # what start-up made stays: no search for garbage in it during a move

    def receive(self, text):
        """Apply a patch from the page and give what it made Python change.

        Parameters
        ----------
        text : str
            A patch in Bokeh's JSON.

        Returns
        -------
        str
            A patch, or nothing.
        """
        self.receiving = True
        for event in json.loads(text)["events"]:
            try:
                self._hear(event)
            except Exception:  # one change Python refuses must not take the others with it
                traceback.print_exc()
        self.receiving = False
        return self._encode_pending()

    def _hear(self, event):
        """Apply one event; a component's message without Bokeh's lists of all models."""
        if event["kind"] != "MessageSent" or event["msg_type"] != "bokeh_event":
            self.document.apply_json_patch({"events": [event]}, setter=SETTER)
            return
        decoder = Deserializer(setter=SETTER)
        decoder._references = dict(self.document.models._models)
        message = decoder.deserialize(event["msg_data"])
        if isinstance(message, ModelEvent):
            for callback in list(message.model._event_callbacks.get(message.event_name, ())):
                callback(message)
        else:
            self.document.callbacks.trigger_event(message)

    def rehearse(self):
        """Do one piece of the work that makes later work quick and changes nothing.

        Returns
        -------
        bool
            Whether there is more.
        """
        return next(self.rehearsal, self) is not self

    def resend(self, text):
        """Give the present values of some properties, for a page that knows other ones.

        Parameters
        ----------
        text : str
            JSON list of pairs of model id and property.

        Returns
        -------
        str
            A patch, or nothing.
        """
        for identifier, attr in json.loads(text):
            model = self.document.get_model_by_id(identifier)
            if model is not None:
                event = ModelChangedEvent(self.document, model, attr, getattr(model, attr))
                self.pending.append(event)
        return self._encode_pending()

    def _collect(self, event):
        if getattr(event, "setter", None) == SETTER:
            return
        self.pending.append(event)
        if not self.receiving and not self.flush_planned:
            self.flush_planned = True
            asyncio.get_event_loop().call_soon(self._flush)

    def _flush(self):
        self.flush_planned = False
        if text := self._encode_pending():
            self.post(text)

    def _encode_pending(self):
        if not self.pending:
            return ""
        events, self.pending = self.pending, []
        models = self.document.models
        serializer = QuickSerializer(models)
        content = {"events": serializer.encode(events)}
        models.flush_synced(lambda model: not serializer.has_ref(model))
        return json.dumps(content)
