// Links what the garbage collector has frozen: see ring.py, which took the links out.

const LONG = 255; // a gap of four bytes follows

/** Addresses, in words, out of the distances between them. */
function* heads(gaps) {
  const view = new DataView(gaps.buffer, gaps.byteOffset, gaps.byteLength);
  let at = 0;
  for (let i = 0; i < gaps.length; i++) {
    if (gaps[i] < LONG) at += gaps[i];
    else {
      at += view.getUint32(i + 1, true);
      i += 4;
    }
    yield at;
  }
}

/** @param {Int32Array} heap32 memory @param {Uint8Array} gaps what `gaps` of ring.py gave */
export function close(heap32, gaps) {
  let first = -1;
  let before = -1;
  const link = (a, b) => {
    heap32[a] |= b << 2;
    heap32[b + 1] |= a << 2;
  };
  for (const head of heads(gaps)) {
    if (first < 0) first = head;
    else link(before, head);
    before = head;
  }
  if (first >= 0) link(before, first);
}
