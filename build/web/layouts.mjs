// Where a chart's texts are depends on its size; the app has worked out several.
import { component, named, plain } from "./document.mjs";

const distance = ([a, b], [width, height]) => Math.hypot(Math.log(a / width), Math.log(b / height));

/** Put the texts of a chart of about this size into a document that is yet to be drawn. */
export function fitTo(size, content) {
  const { layouts, chart } = component(content).attributes.data.attributes;
  const far = (layout) => distance(layout.size, size);
  const [nearest] = plain(layouts ?? []).sort((a, b) => far(a) - far(b));
  const found = named(chart);
  for (const [name, columns] of Object.entries(nearest?.sources ?? {})) {
    for (const entry of found[name].data.entries) entry[1] = columns[entry[0]] ?? entry[1];
  }
}
