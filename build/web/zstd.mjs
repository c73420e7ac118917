// Decodes zstd streams. Browsers decode gzip only, whose window of 32 kB costs these files
// a fifth; the decoder is 60 kB of WebAssembly, and faster than a DecompressionStream.

const IN_BYTES = 1 << 17;
const STRUCT = 12; // pointer, size, position

/** One instance of the decoder's module; streams on it do not disturb each other. */
export class Zstd {
  /** @param {BufferSource} wasm */
  static async load(wasm) {
    const env = { emscripten_notify_memory_growth() {} };
    const { instance } = await WebAssembly.instantiate(wasm, { env });
    return new Zstd(instance.exports);
  }

  constructor(api) {
    this.api = api;
  }

  /** Decoder of one stream. */
  open() {
    return new ZstdStream(this.api);
  }
}

class ZstdStream {
  constructor(api) {
    this.api = api;
    this.context = api.ZSTD_createDCtx();
    this.outBytes = api.ZSTD_DStreamOutSize();
    this.memory = api.malloc(2 * STRUCT + IN_BYTES + this.outBytes);
    this.source = this.memory + STRUCT;
    this.input = this.memory + 2 * STRUCT;
    this.output = this.input + IN_BYTES;
    this.expected = 1; // 0 at the end of a frame
  }

  struct(at, pointer, size) {
    new Uint32Array(this.api.memory.buffer, at, 3).set([pointer, size, 0]);
  }

  position(at) {
    return new Uint32Array(this.api.memory.buffer, at, 3)[2];
  }

  /** Decode some compressed bytes. */
  *decode(data) {
    for (let start = 0; start < data.length; start += IN_BYTES) {
      const part = data.subarray(start, start + IN_BYTES);
      new Uint8Array(this.api.memory.buffer).set(part, this.input);
      this.struct(this.source, this.input, part.length);
      let filled = 0;
      // A full output means that there may be more, even when the input is used up.
      while (this.position(this.source) < part.length || filled === this.outBytes) {
        this.struct(this.memory, this.output, this.outBytes);
        this.expected = this.api.ZSTD_decompressStream(this.context, this.memory, this.source);
        // Error codes are the highest numbers; wasm gives them as negative ones.
        if (this.expected < 0) throw new Error("the compressed data is wrong");
        filled = this.position(this.memory);
        // A copy: another stream may make the memory grow, which detaches every view of it.
        if (filled) yield new Uint8Array(this.api.memory.buffer, this.output, filled).slice();
      }
    }
  }

  close() {
    this.api.ZSTD_freeDCtx(this.context);
    this.api.free(this.memory);
    if (this.expected !== 0) throw new Error("the compressed data is cut short");
  }
}
