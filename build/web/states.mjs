// The state that an address asks for, where the build has worked it out: put into the document before
// anything is drawn, so that the page starts with it.
import { component, models, plain } from "./document.mjs";
import { bytes } from "./transfer.mjs";

const LONGEST_WAIT_MS = 3000;

/**
 * Set what differs in a document: for each value the id of its model and the way to it from there.
 * @returns {[string, string][]} id of a model and name of a property, for each that was set
 */
export function change(content, changes) {
  const known = models(content);
  return changes.map(([id, way, value]) => {
    const place = way.slice(0, -1).reduce((inner, step) => inner[step], known[id]);
    place[way.at(-1)] = value;
    return [id, way[0]];
  });
}

function fileOf(site, same) {
  for (const [tag, queries] of Object.entries(site.states)) {
    const at = queries.findIndex(same);
    if (at >= 0) return { file: site.files[`states-${tag}.json`], at };
  }
  return null;
}

async function readStates(site, { file, at }) {
  const text = new TextDecoder().decode(await bytes(site.base + file.path, file.size));
  const states = JSON.parse(text);
  return at ? [states[0], states[at]] : [states[0]]; // the others differ from the first one
}

const tooLate = () =>
  new Promise((_, failed) => {
    setTimeout(() => failed(new Error("it comes too late")), LONGEST_WAIT_MS);
  });

/**
 * Make a document start with the state of an address, if that is one of the known ones.
 * @param {object} site @param {object} content @param {{askedState: Function}} script the app's own
 * @param {string} query
 * @returns {Promise<[string, string][]>} the properties that Python has other values of
 */
export async function startWith(site, content, script, query) {
  if (!query) return [];
  const language = plain(component(content).attributes.data.attributes.frame).language;
  const asked = script.askedState(query, language);
  const found = fileOf(site, (known) => script.askedState(known, language) === asked);
  if (!found) return [];
  const changes = await Promise.race([readStates(site, found), tooLate()]);
  return changes.flatMap((part) => change(content, part));
}
