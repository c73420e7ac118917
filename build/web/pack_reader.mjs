// Reads a pack (see pack.py) while it arrives.

export class PackReader {
  /** @param {AsyncIterator<Uint8Array>} source */
  constructor(source) {
    this.source = source;
    this.rest = new Uint8Array(0);
  }

  async next() {
    const { value, done } = await this.source.next();
    if (done) throw new Error("the pack is cut short");
    return value;
  }

  /** Exactly so many bytes. */
  async take(size) {
    const out = new Uint8Array(size);
    let filled = 0;
    for (;;) {
      const part = this.rest.subarray(0, size - filled);
      out.set(part, filled);
      filled += part.length;
      this.rest = this.rest.subarray(part.length);
      if (filled === size) return out;
      this.rest = await this.next();
    }
  }

  async header() {
    const length = new DataView((await this.take(4)).buffer).getUint32(0, true);
    return JSON.parse(new TextDecoder().decode(await this.take(length)));
  }

  /** Write the data into runs of memory, each chunk when it comes. */
  async into(heap, runs) {
    for (const [start, length] of runs) {
      let offset = start;
      const end = start + length;
      while (offset < end) {
        if (!this.rest.length) this.rest = await this.next();
        const part = this.rest.subarray(0, end - offset);
        heap.set(part, offset);
        offset += part.length;
        this.rest = this.rest.subarray(part.length);
      }
    }
  }

  /** Read to the end, where the checksum is compared; more data is a fault too. */
  async end() {
    const { done } = await this.source.next();
    if (!done || this.rest.length) throw new Error("the pack is too long");
  }
}
