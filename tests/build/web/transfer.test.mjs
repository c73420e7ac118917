// Files on their way: compressed in one way or the other, missing, damaged, cut.
import assert from "node:assert/strict";
import http from "node:http";
import { after, before, test } from "node:test";
import zlib from "node:zlib";
import { bytes, chunks, DamagedFile, MissingFile } from "../../../build/web/transfer.mjs";
import { PackReader } from "../../../build/web/pack_reader.mjs";

const plain = Buffer.from("roofline ".repeat(20_000));
const packed = zlib.gzipSync(plain);
const wrong = Buffer.from(packed);
wrong[wrong.length - 6] ^= 1; // its checksum

const files = { "/plain": plain, "/gz": packed, "/wrong": wrong, "/cut": packed.subarray(0, 100) };
files["/empty"] = Buffer.alloc(0);
let server;
let base;

before(async () => {
  server = http.createServer((request, answer) => {
    const content = files[request.url];
    answer.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

for (const name of ["/plain", "/gz"]) {
  test(`${name.slice(1)} content arrives whole, and its bytes are counted`, async () => {
    let counted = 0;
    const data = await bytes(base + name, plain.length, (n) => (counted += n));
    assert.ok(plain.equals(data));
    assert.equal(counted, files[name].length);
  });
}

for (const name of ["/wrong", "/cut", "/empty"]) {
  test(`a file that is ${name.slice(1)} is called damaged, by its name`, async () => {
    await assert.rejects(bytes(base + name, plain.length), (error) => {
      assert.ok(error instanceof DamagedFile);
      return error.message.includes(name.slice(1));
    });
  });
}

test("a file of another length is damaged", async () => {
  await assert.rejects(bytes(`${base}/gz`, plain.length - 1), DamagedFile);
});

test("a file that is not there is called missing, with the status", async () => {
  await assert.rejects(bytes(`${base}/none`, 1), (error) => {
    assert.ok(error instanceof MissingFile);
    return error.message.includes("404");
  });
});

test("a host that is not there is told as well", async () => {
  await assert.rejects(bytes("http://127.0.0.1:9/x", 1), MissingFile);
});

async function* pieces(data, size) {
  for (let i = 0; i < data.length; i += size) yield data.subarray(i, i + size);
}

function pack(header, body) {
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, body]);
}

for (const size of [1, 3, 1000]) {
  test(`a pack is read in pieces of ${size}`, async () => {
    const reader = new PackReader(pieces(pack({ a: 1 }, Buffer.from("abcdefgh")), size));
    assert.deepEqual(await reader.header(), { a: 1 });
    const heap = new Uint8Array(12);
    await reader.into(heap, [[2, 3], [8, 2]]);
    assert.equal(Buffer.from(heap).toString(), "\0\0abc\0\0\0de\0\0");
    assert.equal(Buffer.from(await reader.take(3)).toString(), "fgh");
    await reader.end();
  });
}

test("a pack that is cut or too long is an error", async () => {
  const data = pack({}, Buffer.from("abc"));
  const short = new PackReader(pieces(data.subarray(0, -1), 2));
  await short.header();
  await assert.rejects(short.take(3), /cut short/);
  const long = new PackReader(pieces(data, 100));
  await long.header();
  await long.take(1);
  await assert.rejects(long.end(), /too long/);
});

test("chunks of a plain file are those that arrive", async () => {
  let total = 0;
  for await (const chunk of chunks(`${base}/plain`)) total += chunk.length;
  assert.equal(total, plain.length);
});
