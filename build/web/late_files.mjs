// What is fetched only when Python asks for it, which it does synchronously: a worker may wait.
import { decodeNow } from "./transfer.mjs";

const EIO = 29;

/** Modules start-up does not need, as one archive. */
export function addLateModules(FS, site) {
  FS.createLazyFile("/lib", "rest.zip", site.url("rest.zip"), true, false);
}

function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status >= 400) throw new Error(`${url}: status ${request.status}`);
  return decodeNow(new Uint8Array(request.response));
}

/**
 * Files that are there, but whose content comes when the first of them is read.
 * @param FS Pyodide's file system @param {[string, number][]} files path and size of each
 * @param {() => Uint8Array} read gives all contents, one after the other
 */
export function addLateFiles(FS, files, read) {
  const places = [];
  let total = 0;
  const content = (node, value) =>
    Object.defineProperty(node, "contents", { value, writable: true, configurable: true });
  const fillAll = () => {
    const data = read();
    if (data.length !== total) throw new Error("the data files have another length");
    for (const { node, start } of places) {
      content(node, data.subarray(start, start + node.usedBytes));
    }
  };
  for (const [path, size] of files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, "");
    const { node } = FS.lookupPath(path);
    const get = () => {
      try {
        fillAll();
      } catch (error) {
        console.warn(error);
        throw new FS.ErrnoError(EIO); // which Python knows as an OSError
      }
      return node.contents;
    };
    Object.defineProperty(node, "contents", { get, configurable: true });
    node.usedBytes = size;
    places.push({ node, start: total });
    total += size;
  }
}

/** The data files of the site, of which a snapshot holds what start-up has read. */
export const addDataFiles = (FS, site, files) =>
  addLateFiles(FS, files, () => fetchNow(site.url("data.pack")));
