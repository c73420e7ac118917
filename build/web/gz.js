// Files come compressed, under names a dumb host serves as they are. gzip's own checksum
// tells a damaged or cut file.

export class MissingFile extends Error {}
export class DamagedFile extends Error {}

/** A stream that starts with a chunk already read. */
function withFirst(chunk, reader) {
  return new ReadableStream({
    start: (out) => out.enqueue(chunk),
    async pull(out) {
      const { value, done } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
  });
}

function counted(count) {
  return new TransformStream({
    transform(chunk, out) {
      count(chunk.length);
      out.enqueue(chunk);
    },
  });
}

/**
 * The decompressed stream of one file.
 * @param {string} url @param {(bytes: number) => void} count told of each arrival
 */
export async function stream(url, count = () => {}) {
  let answer;
  try {
    answer = await fetch(url);
  } catch (error) {
    throw new MissingFile(`${name(url)} cannot be reached (${error.message})`);
  }
  if (!answer.ok) throw new MissingFile(`${name(url)} is missing (status ${answer.status})`);
  const reader = answer.body.getReader();
  const { value, done } = await reader.read();
  if (done) throw new DamagedFile(`${name(url)} is empty`);
  const body = withFirst(value, reader).pipeThrough(counted(count));
  // A host that declares the encoding has had the browser decompress it already.
  const compressed = value[0] === 0x1f && value[1] === 0x8b;
  return compressed ? body.pipeThrough(new DecompressionStream("gzip")) : body;
}

const name = (url) => new URL(url, "http://x/").pathname.split("/").pop();

/** A response Pyodide and WebAssembly take for the plain file. */
export async function response(url, type, count) {
  return new Response(await stream(url, count), { headers: { "content-type": type } });
}

/** All bytes of one file. */
export async function bytes(url, count) {
  try {
    const body = await stream(url, count);
    return new Uint8Array(await new Response(body).arrayBuffer());
  } catch (error) {
    if (error instanceof MissingFile) throw error;
    throw new DamagedFile(`${name(url)} is damaged (${error.message})`);
  }
}
