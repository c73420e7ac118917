// The fast path: Python's memory as it was after the app had run, put back page by page.
import { boot, compileFile, fetchRuntime, quiet } from "./boot.mjs";
import { addDataFiles, addLateModules } from "./late_files.mjs";
import { remake } from "./marks.mjs";
import { PackReader } from "./pack_reader.mjs";
import { restore, trampolineIndex } from "./side_modules.mjs";
import { chunks } from "./transfer.mjs";

/** This snapshot cannot be used here; the ordinary path can. */
export class Unfit extends Error {}

const FORMAT = 3;

/** Sum of some runs of memory, to tell whether they are what the build saw. */
export function checksum(heap32, runs) {
  let sum = 0;
  for (const [start, length] of runs) {
    const end = (start + length) >>> 2;
    for (let i = start >>> 2; i < end; i++) sum = (Math.imul(sum, 31) + heap32[i]) | 0;
  }
  return sum;
}

async function compileLibraries(site, report) {
  const compile = async ([path, name]) => [path, await compileFile(site, name, report)];
  return Object.fromEntries(await Promise.all(Object.entries(site.libraries).map(compile)));
}

/** Side modules in their places; an engine that does not let them be there is unfit. */
function restoreLibraries(M, side, libraries) {
  try {
    restore(M, side, libraries);
  } catch (error) {
    throw error instanceof RangeError ? error : new Unfit(error.message); // memory may be free later
  }
}

/** Fill a module that has not run with the snapshot. */
async function fill(M, pack, header, libraries) {
  restoreLibraries(M, header.side, libraries);
  const index = trampolineIndex(M);
  const trampoline = M.HEAP32[index];
  if (checksum(M.HEAP32, header.kept) !== header.keptSum) {
    throw new Unfit("a fresh instance of Python has other memory here than at build time");
  }
  for (const [start, length] of header.clear) M.HEAPU8.fill(0, start, start + length);
  await pack.into(M.HEAPU8, header.runs);
  if (!remake(M, header.runs, header.marks)) {
    throw new Unfit("texts have other hashes here than at build time");
  }
  // This engine's own pointer: the build's has none, and other engines have another one.
  M.HEAP32[index] = trampoline;
}

function expectFormat(header, site) {
  if (header.format !== FORMAT || header.build !== site.build) {
    throw new Unfit("the snapshot belongs to another build");
  }
}

/** @param {object} site configuration @param {object} report takes the progress */
export async function startFast(site, report) {
  const runtime = fetchRuntime(site, report);
  const libraries = quiet(compileLibraries(site, report));
  const pack = new PackReader(chunks(site.url("app.pack"), report.count));
  const headerArrives = quiet(pack.header());
  let hiwire = null;
  let expected = null;
  const prepare = async (M) => {
    const header = await headerArrives;
    expectFormat(header, site);
    const compiled = await libraries;
    report.step("restore");
    await fill(M, pack, header, compiled);
    await pack.end();
    addDataFiles(M.FS, site, header.files);
    addLateModules(M.FS, site);
    ({ hiwire, check: expected } = header);
    M.API.restoreSnapshot = () => hiwire;
  };
  const noLibrary = Promise.resolve(EMPTY_ZIP);
  // The content of `_loadSnapshot` is not used, its presence is: Python is not initialised.
  const options = { prepare, _loadSnapshot: new Uint8Array(64) };
  const py = await boot(site, report, runtime, noLibrary, options);
  report.mark("restored");
  const engine = py.pyimport("site_snapshot").wake();
  const found = engine.check();
  if (found !== expected) throw new Unfit(`computed ${found} instead of ${expected}`);
  return { py, engine };
}

/** An archive without members: the library's modules are in the snapshot. */
const EMPTY_ZIP = new Uint8Array(22);
EMPTY_ZIP.set([0x50, 0x4b, 5, 6]);
