// Reads a document as Bokeh's JSON has it, before or without BokehJS.

/** The value of a property as Bokeh's JSON has it, without references. */
export function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value?.type !== "map") return value;
  return Object.fromEntries(value.entries.map(([key, entry]) => [key, plain(entry)]));
}

/** Every object of a description that has a name of its own, by that name. */
export function named(value, found = {}) {
  if (Array.isArray(value)) for (const one of value) named(one, found);
  else if (value !== null && typeof value === "object") {
    if (value.attributes?.name) found[value.attributes.name] = value.attributes;
    for (const one of Object.values(value)) named(one, found);
  }
  return found;
}

/** The component among a document's roots, as Bokeh's JSON has it. */
export function component(content) {
  const [{ roots }] = Object.values(content.docs);
  return roots.find(({ attributes }) => attributes.esm);
}
