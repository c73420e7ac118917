// Reads a document as Bokeh's JSON has it, before or without BokehJS.

/** The value of a property as Bokeh's JSON has it, without references. */
export function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value?.type !== "map") return value;
  return Object.fromEntries((value.entries ?? []).map(([key, entry]) => [key, plain(entry)]));
}

function gather(value, found, key) {
  if (Array.isArray(value)) for (const one of value) gather(one, found, key);
  else if (value !== null && typeof value === "object") {
    const name = value.attributes && key(value);
    if (name) found[name] = value.attributes;
    for (const one of Object.values(value)) gather(one, found, key);
  }
  return found;
}

/** Properties of every model of a description, by the model's id. */
export const models = (value) => gather(value, {}, ({ id }) => id);

/** Properties of every model that has a name of its own, by that name. */
export const named = (value) => gather(value, {}, ({ attributes }) => attributes.name);

/** The component among a document's roots, as Bokeh's JSON has it. */
export function component(content) {
  const [{ roots }] = Object.values(content.docs);
  return roots.find(({ attributes }) => attributes.esm);
}
