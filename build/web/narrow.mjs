// A phone's chart has its texts in other places, which the app has worked out too.
import { component, named, plain } from "./document.mjs";

/** Put a narrow page's texts into a document that is yet to be drawn, where the page is narrow. */
export function fitTo(width, content) {
  const model = component(content)?.attributes.data.attributes;
  const narrow = plain(model?.narrow);
  if (!narrow || width >= narrow.below) return content;
  const found = named(model.chart);
  for (const [name, columns] of Object.entries(narrow.sources)) {
    const { entries } = found[name].data;
    for (const entry of entries) entry[1] = columns[entry[0]] ?? entry[1];
  }
  return content;
}
