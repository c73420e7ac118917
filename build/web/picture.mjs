// A picture of the roofline as SVG, out of the chart's description in Bokeh's JSON: what BokehJS
// will draw in the same place. Colours are the page's custom properties.
import { named } from "./document.mjs";

const SVG = "http://www.w3.org/2000/svg";
/** What BokehJS leaves for the axes with their labels, px. */
const MARGIN = { left: 68, right: 12, top: 6, bottom: 49 };
const MARKERS = {
  circle: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  square: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  diamond: (r) => `M0 ${-r}L${r / 1.5} 0L0 ${r}L${-r / 1.5} 0z`,
};
const ANCHORS = { left: "start", center: "middle", right: "end" };

function node(tag, attributes, style = {}, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  for (const [name, value] of Object.entries(style)) made.style.setProperty(name, value);
  made.textContent = text;
  return made;
}

const columns = ({ data }) => Object.fromEntries(data.entries);

/** Places of values along a logarithmic axis, px. */
function scale({ start, end }, from, to) {
  return (value) => from + ((to - from) * Math.log(value / start)) / Math.log(end / start);
}

const rows = (table, ...names) => table[names[0]].map((_, i) => names.map((name) => table[name][i]));
const path = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;

function line(points, colour, width, dash = "none") {
  const style = { fill: "none", stroke: `var(${colour})`, "stroke-width": width };
  return node("path", { d: path(points) }, { ...style, "stroke-dasharray": dash });
}

function label(x, y, text, colour, anchor = "middle", extra = {}) {
  const place = { x, y, "text-anchor": anchor, "dominant-baseline": "central", ...extra };
  return node("text", place, { fill: `var(${colour})`, font: "12px system-ui, sans-serif" }, text);
}

function axes({ below, left, x_range, y_range }, x, y, height) {
  const bottom = y(y_range.attributes.start);
  const right = x(x_range.attributes.end);
  const grid = "--grid";
  const parts = [];
  const [across, up] = [below[0].attributes, left[0].attributes];
  for (const [value, text] of across.major_label_overrides.entries) {
    const at = x(value);
    parts.push(line([[at, MARGIN.top], [at, bottom]], grid, 1));
    parts.push(line([[at, bottom], [at, bottom + 4]], "--line", 1));
    parts.push(label(at, bottom + 15, text, "--muted"));
  }
  for (const [value, text] of up.major_label_overrides.entries) {
    const at = y(value);
    parts.push(line([[MARGIN.left, at], [right, at]], grid, 1));
    parts.push(line([[MARGIN.left - 4, at], [MARGIN.left, at]], "--line", 1));
    parts.push(label(MARGIN.left - 9, at, text, "--muted", "end"));
  }
  parts.push(line([[MARGIN.left, MARGIN.top], [MARGIN.left, bottom], [right, bottom]], "--line", 1));
  parts.push(label((MARGIN.left + right) / 2, height - 9, across.axis_label, "--muted"));
  const middle = (MARGIN.top + bottom) / 2;
  const turned = { transform: `rotate(-90 16 ${middle})` };
  parts.push(label(16, middle, up.axis_label, "--muted", "middle", turned));
  return parts;
}

function roof(table, x, y) {
  const along = (name) => rows(table, `${name}_x`, `${name}_y`).map(([a, b]) => [x(a), y(b)]);
  const sides = ["memory", "compute"].flatMap((side) => [
    node("path", { d: path(along(side)) }, { fill: `var(--${side}-tint)` }),
    line(along(`${side}_top`), `--${side}`, 2.5),
  ]);
  return [...sides, line(along("ridge"), "--muted", 1, "4 4")];
}

function texts(table, name, colour, x, y) {
  const all = rows(table, "x", "y", name, "dx", "dy", "align");
  return all.map(([a, b, text, dx, dy, align]) =>
    label(x(a) + dx, y(b) - dy, text, colour, ANCHORS[align]),
  );
}

function markers(table, x, y) {
  return rows(table, "x", "y", "shape", "size", "chosen").map(([a, b, shape, size, chosen]) =>
    node(
      "path",
      { d: MARKERS[shape](size / 2), transform: `translate(${x(a)} ${y(b)})` },
      { fill: `var(${chosen ? "--accent" : "--other"})`, stroke: "var(--card)", "stroke-width": 2 },
    ),
  );
}

function overlays({ lines, way, marks, stops }, x, y) {
  const along = (xs, ys) => xs.map((value, i) => [x(value), y(ys[i])]);
  const passed = along(columns(way).x, columns(way).y);
  const style = { fill: "none", stroke: "var(--ink)", "stroke-width": 2 };
  return [
    ...rows(columns(lines), "xs", "ys", "dash").map(([xs, ys, dash]) =>
      line(along(xs, ys), "--muted", 1.5, dash.join(" ") || "none"),
    ),
    node(
      "path",
      { d: passed.length ? path(passed) : "", "stroke-linecap": "round", opacity: 0.35 },
      { fill: "none", stroke: "var(--accent)", "stroke-width": 9 },
    ),
    ...rows(columns(marks), "x", "y", "shape").map(([a, b, shape]) =>
      node("path", { d: MARKERS[shape](6), transform: `translate(${x(a)} ${y(b)})` }, style),
    ),
    ...rows(columns(stops), "x", "y").map(([a, b]) =>
      line([[x(a), y(b) - 10], [x(a), y(b) + 10]], "--accent", 3),
    ),
  ];
}

function content(chart, found, [width, height]) {
  const x = scale(chart.x_range.attributes, MARGIN.left, width - MARGIN.right);
  const y = scale(chart.y_range.attributes, height - MARGIN.bottom, MARGIN.top);
  const points = columns(found.points);
  const drops = rows(columns(found.drop), "x0", "y0", "x1", "y1");
  return [
    ...axes(chart, x, y, height),
    ...roof(columns(found.roof), x, y),
    ...overlays(found, x, y),
    ...drops.map(([a, b, c, d]) => line([[x(a), y(b)], [x(c), y(d)]], "--accent", 1.5, "2 4")),
    ...texts(columns(found.notes), "text", "--muted", x, y),
    ...texts(columns(found.names), "text", "--muted", x, y),
    ...["marks", "stops"].flatMap((name) => texts(columns(found[name]), "text", "--ink", x, y)),
    ...markers(points, x, y),
    ...texts(points, "label", "--ink", x, y),
  ];
}

/** The picture; it is drawn as large as the place it has been put into. */
export function picture({ attributes: chart }) {
  const root = node("svg", { role: "img" }, { width: "100%", height: "100%" });
  const found = named(chart);
  const size = () => {
    const { width, height } = root.getBoundingClientRect();
    return [width, height];
  };
  const draw = () => root.replaceChildren(...content(chart, found, size()));
  return { root, size, draw };
}
