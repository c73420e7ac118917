// The worker: starts Python on one of the two paths, then answers the page's changes.
import { startFast } from "./fast.mjs";
import { startOrdinary } from "./ordinary.mjs";

const REPORT_EVERY_MS = 50;
const QUIET_MS = 150;
let engine = null;
let asked = 0; // when the page last wanted something

const tell = (kind, content = {}) => postMessage({ kind, ...content });

const timeNow = () => performance.timeOrigin + performance.now();

/** What a step reports while it works; numbers are bytes that have really arrived. */
function reporter() {
  let received = 0;
  let told = 0;
  return {
    count(length) {
      received += length;
      const now = performance.now();
      if (now - told < REPORT_EVERY_MS) return;
      told = now;
      tell("progress", { received });
    },
    /** A step the reader is told of, and one only the curious are. */
    step: (name) => tell("step", { name, received, at: timeNow() }),
    mark: (name) => tell("mark", { name, at: timeNow() }),
  };
}

function address(site) {
  site.url = (name) => `${site.base}${site.files[name].path}`;
  return site;
}

const start = { fast: startFast, ordinary: startOrdinary };

// Python's messages are whole tracebacks; the last line says what happened.
const lastLine = (message) => String(message).trim().split("\n").pop();

async function begin(site) {
  const report = reporter();
  try {
    report.step("start");
    const started = await start[site.path](address(site), report);
    engine = started.engine;
    self.pyodide = started.py;
    report.step("link");
    engine.link((text) => tell("patch", { text }));
    const fingerprint = engine.fingerprint();
    const same = fingerprint === site.fingerprint;
    tell("ready", { fingerprint, document: same ? null : engine.document_json() });
    asked = performance.now();
    rehearse();
  } catch (error) {
    console.warn(error);
    tell("failed", { name: error.constructor.name, message: lastLine(error.message ?? error) });
  }
}

/** Warm up in pieces of a few milliseconds, and only while the page wants nothing. */
function rehearse() {
  const wait = asked + QUIET_MS - performance.now();
  if (wait > 0) return setTimeout(rehearse, wait);
  try {
    if (engine.rehearse()) setTimeout(rehearse);
  } catch (error) {
    console.warn(error); // then the first moves are slower, and nothing else
  }
}

function answer(call, text) {
  asked = performance.now();
  let reply = "";
  try {
    reply = engine[call](text);
  } catch (error) {
    console.error(error); // a fault in the app must not stop the next change
  }
  tell("answer", { text: reply });
}

const handlers = {
  start: ({ site }) => begin(site),
  events: ({ text }) => answer("receive", text),
  resend: ({ text }) => answer("resend", text),
};

addEventListener("message", ({ data }) => handlers[data.kind]?.(data));
