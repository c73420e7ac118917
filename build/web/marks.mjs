// Makes again what marks.py took out of the snapshot: the garbage collector's links, the hashes of
// texts, the tables of dictionaries, addresses of what is near.

const [HASHED, TABLE, KINDS] = [4, 5, 6]; // below: a head of the collector's ring, and its flags
const NEAR = 512; // words: so far may an address be from what it is of
const HASH = 3; // word of a text
const SHIFT = 5; // of the perturbation, when a place of a table is taken

/** All objects in one ring, in the order of their addresses. */
class Ring {
  constructor(heap32) {
    this.heap32 = heap32;
    this.first = this.before = -1;
  }

  link(a, b) {
    this.heap32[a] |= b << 2;
    this.heap32[b + 1] |= a << 2;
  }

  add(head, flags) {
    this.heap32[head] = flags;
    if (this.first < 0) this.first = head;
    else this.link(this.before, head);
    this.before = head;
  }

  close() {
    if (this.first >= 0) this.link(this.before, this.first);
  }
}

/** Fill the table of a dictionary's keys, as Python does when one grows. */
function fillTable(M, at) {
  const { HEAP32, HEAPU8 } = M;
  const start = at << 2;
  const [power, bytes, kind] = HEAPU8.subarray(start - 16, start - 13);
  const shift = bytes - power;
  const table = [M.HEAP8, M.HEAP16, HEAP32][shift];
  const first = start >> shift;
  const mask = (1 << power) - 1;
  const step = kind ? 2 : 3; // words of an entry: its hash comes first where keys are not all texts
  const used = HEAP32[at - 1];
  HEAPU8.fill(0xff, start, start + (1 << bytes));
  let entry = (start + (1 << bytes)) >> 2;
  for (let index = 0; index < used; index++, entry += step) {
    let perturb = (kind ? HEAP32[(HEAP32[entry] >> 2) + HASH] : HEAP32[entry]) >>> 0;
    let place = perturb & mask;
    while (table[first + place] >= 0) {
      perturb >>>= SHIFT;
      place = (place * 5 + perturb + 1) & mask;
    }
    table[first + place] = index;
  }
}

/** Let Python compute the hashes of texts; the sum of them. */
function hashTexts(M, places) {
  let sum = 0;
  for (const at of places) {
    M.HEAP32[at] = -1; // not computed
    sum = (sum + M._PyObject_Hash((at - HASH) << 2)) | 0;
  }
  return sum;
}

/**
 * Replace all marks.
 * @param M module whose memory is there, but for them
 * @param {[number, number][]} runs where marks may be
 * @param {{base: number, sum: number}} marks what `cut` of marks.py gave
 * @returns {boolean} whether the hashes are those of the build
 */
export function remake(M, runs, { base, sum }) {
  const { HEAP32 } = M;
  const ring = new Ring(HEAP32);
  const [hashes, tables] = [[], []];
  for (const [start, length] of runs) {
    const end = (start + length) >> 2;
    for (let at = start >> 2; at < end; at++) {
      const kind = (HEAP32[at] - base) >>> 0;
      if (kind >= KINDS + 2 * NEAR) continue;
      if (kind >= KINDS) HEAP32[at] = (at + kind - KINDS - NEAR) << 2;
      else if (kind < HASHED) ring.add(at, kind);
      else (kind === TABLE ? tables : hashes).push(at);
    }
  }
  ring.close();
  // What these read is whole only now.
  const same = hashTexts(M, hashes) === (sum | 0);
  for (const at of tables) fillTable(M, at);
  return same;
}
