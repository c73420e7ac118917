// Files come compressed, under names a dumb host serves as they are. Both formats carry a
// checksum: a damaged or cut file is an error, never wrong data.

export class MissingFile extends Error {}
export class DamagedFile extends Error {}

const fileName = (url) => new URL(url, "http://x/").pathname.split("/").pop();
const startsWith = (data, ...magic) => magic.every((byte, i) => data[i] === byte);
const isZstd = (data) => startsWith(data, 0x28, 0xb5, 0x2f, 0xfd);

let zstd = null;
let ready = null; // the same, for those who cannot wait

/** Give the decoder, or its promise, to all later transfers. */
export function useZstd(decoder) {
  zstd = decoder;
  zstd.then(
    (found) => (ready = found),
    () => {}, // reported where it is awaited
  );
}

async function open(url) {
  let answer;
  try {
    answer = await fetch(url);
  } catch (error) {
    throw new MissingFile(`${fileName(url)} cannot be reached (${error.message})`);
  }
  if (!answer.ok) throw new MissingFile(`${fileName(url)} is missing (status ${answer.status})`);
  return answer.body.getReader();
}

async function* arriving(reader, first, count) {
  for (let chunk = first; chunk; chunk = (await reader.read()).value) {
    count(chunk.length);
    yield chunk;
  }
}

async function* unzstd(arrivals) {
  const decoder = (await zstd).open();
  for await (const chunk of arrivals) yield* decoder.decode(chunk);
  decoder.close();
}

function gunzip(arrivals) {
  const source = new ReadableStream({
    async pull(out) {
      const { value, done } = await arrivals.next();
      if (done) out.close();
      else out.enqueue(value);
    },
  });
  const reader = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  return (async function* () {
    for (let part; !(part = await reader.read()).done; ) yield part.value;
  })();
}

/**
 * The plain content of a file, piece by piece.
 * @param {string} url @param {(bytes: number) => void} count told of each arrival
 */
export async function* chunks(url, count = () => {}) {
  const reader = await open(url);
  try {
    const { value: first } = await reader.read();
    if (!first) throw new Error("it is empty");
    const arrivals = arriving(reader, first, count);
    // By content: a host that declares an encoding has had the browser decode it already.
    if (isZstd(first)) yield* unzstd(arrivals);
    else if (startsWith(first, 0x1f, 0x8b)) yield* gunzip(arrivals);
    else yield* arrivals;
  } catch (error) {
    throw new DamagedFile(`${fileName(url)} is damaged (${error.message})`);
  }
}

/** The plain content of a file that is here in full. */
export function decodeNow(data) {
  if (!isZstd(data)) return data;
  const decoder = ready.open();
  const parts = [...decoder.decode(data)];
  decoder.close();
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    out.set(part, filled);
    filled += part.length;
  }
  return out;
}

/** All bytes of one file. */
export async function bytes(url, size, count) {
  const out = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of chunks(url, count)) {
    if (filled + chunk.length > size) break;
    out.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled !== size) throw new DamagedFile(`${fileName(url)} has another length than it should`);
  return out;
}

/** Compile a file while it arrives. */
export async function compile(url, count) {
  const source = chunks(url, count);
  let fault = null;
  const body = new ReadableStream({
    async pull(out) {
      try {
        const { value, done } = await source.next();
        if (done) out.close();
        else out.enqueue(value);
      } catch (error) {
        fault = error; // the compiler would call it a network error
        throw error;
      }
    },
  });
  const answer = new Response(body, { headers: { "content-type": "application/wasm" } });
  try {
    return await WebAssembly.compileStreaming(answer);
  } catch (error) {
    throw fault ?? error;
  }
}
