// Puts the files of a pack (see pack.py) into Pyodide's file system.

/** @param {Uint8Array} data a whole pack @param {string} root folder */
export function unpackFiles(FS, data, root) {
  const view = new DataView(data.buffer, data.byteOffset);
  let offset = 4 + view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(data.subarray(4, offset)));
  const made = new Set();
  for (const [name, size] of header.files) {
    const path = `${root}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, data.subarray(offset, offset + size), { canOwn: true });
    offset += size;
  }
}
