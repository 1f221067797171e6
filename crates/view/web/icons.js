// Line drawings on a grid of 20: no font has all of these signs.
const NS = "http://www.w3.org/2000/svg";
const PATHS = {
  frame: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  side: "M10 3 17 6.500V13.500L10 17 3 13.500V6.500ZM3 6.500 10 10 17 6.500M10 10V17",
  pose: "M10 4.500a1.500 1.500 0 1 0 .01 0M10 6.500V12M5 8.500 10 8 15 5.500M10 12 7 17M10 12l3.500 4.500",
  measure: "M3 13 13 3l4 4L7 17ZM6 10l1.500 1.500M9 7l1.500 1.500M12 4l1.500 1.500",
  wire: "M10 3 17 16H3ZM6.5 9.5h7M6.5 9.5 10 16M13.5 9.5 10 16",
  normals: "M3 15c4-3 10-3 14 0M10 12.5V4M7.5 6.5 10 4l2.5 2.5M5.2 13.6 3.5 9.5M14.8 13.6l1.7-4.1",
  uv: "M3 3h14v14H3ZM3 10h14M10 3v14M3 3h7v7H3ZM10 10h7v7h-7Z",
  clay: "M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M6 9a4 4 0 0 1 3.5-3",
  bones: "M6 14 14 6M4 12.5A2 2 0 1 0 7.5 16M12.5 4A2 2 0 1 1 16 7.5M4 12.5c1 .2 1.700 .7 2 1.500M7.500 16c-.2-1-.7-1.700-1.500-2M12.500 4c.2 1 .7 1.700 1.500 2M16 7.500c-1-.2-1.700-.7-2-1.500",
  grid: "M3 14 10 17 17 14M3 14 10 11 17 14M6.500 12.500l7 3M13.500 12.500l-7 3M10 11V4",
  light: "M7 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0M10 2v3M10 15v3M2 10h3M15 10h3M4.500 4.500l2 2M13.500 13.500l2 2M4.500 15.500l2-2M13.500 6.500l2-2",
  background: "M3 4h14v12H3ZM3 13l4-4 4 4 3-3 3 3M12.500 7.500h.01",
  theme: "M10 3a7 7 0 1 0 0 14ZM10 3a7 7 0 0 1 0 14",
  shot: "M3 6h3l1.500-2h5L14 6h3v10H3ZM7 11a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  save: "M10 3v9M6.500 8.500 10 12l3.500-3.500M3 14v3h14v-3",
  reload: "M16 6A7 7 0 1 0 17 10M17 3v4h-4",
  help: "M7 7.500a3 3 0 1 1 4.500 2.600C10.400 10.800 10 11.300 10 12.500M10 16h.01",
};

export function icon(name) {
  const svg = document.createElementNS(NS, "svg");
  for (const [k, v] of Object.entries({ viewBox: "0 0 20 20", width: 20, height: 20, fill: "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" })) svg.setAttribute(k, v);
  const path = document.createElementNS(NS, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
