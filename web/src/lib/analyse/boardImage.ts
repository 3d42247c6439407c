// The board as an image: its SVG with all styles inlined, so that it needs no style sheet.

import { texts } from "../texts/analyse";

// Pixels of a PNG per unit of the drawing: sharp in print and on high-density screens.
const SCALE = 2;
const SVG = "http://www.w3.org/2000/svg";

// The style properties that an SVG element inherits from its parent.
const INHERITED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "visibility",
  "paint-order",
] as const;
// Properties that are not inherited, with their defaults.
const OWN: [string, string][] = [
  ["opacity", "1"],
  ["display", "inline"],
];
const GEOMETRY = ["rx", "ry", "r"] as const;

/** A colour as rgb(…) with an opacity, which every program reads; browsers may return color(srgb …). */
export function plainColour(colour: string): { colour: string; opacity: number } {
  const wide = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.e-]+))?\)$/.exec(colour);
  if (wide) {
    const [red, green, blue] = wide.slice(1, 4).map((part) => Math.round(Number(part) * 255));
    return { colour: `rgb(${red}, ${green}, ${blue})`, opacity: Number(wide[4] ?? 1) };
  }
  const clear = /^rgba\((.+), ([\d.]+)\)$/.exec(colour);
  if (clear) return { colour: `rgb(${clear[1]})`, opacity: Number(clear[2]) };
  return { colour, opacity: 1 };
}

/** The presentation attributes of an element; a colour with alpha becomes a colour and an opacity. */
function presentationOf(style: CSSStyleDeclaration): Map<string, string> {
  const looks = new Map<string, string>(
    INHERITED.map((name) => [name, style.getPropertyValue(name)]),
  );
  for (const name of ["fill", "stroke"]) {
    const value = looks.get(name) ?? "none";
    if (value === "none" || value.startsWith("url")) continue;
    const { colour, opacity } = plainColour(value);
    looks.set(name, colour);
    looks.set(`${name}-opacity`, String(opacity * Number(looks.get(`${name}-opacity`) || 1)));
  }
  return looks;
}

/** Copies the styles of an element and its children into attributes, where they are not inherited. */
function inlineStyles(original: Element, copy: Element, around: Map<string, string>): void {
  const style = getComputedStyle(original);
  const looks = presentationOf(style);
  for (const [name, value] of looks) {
    if (value && value !== around.get(name)) copy.setAttribute(name, value);
  }
  for (const [name, usual] of OWN) {
    const value = style.getPropertyValue(name);
    if (value && value !== usual) copy.setAttribute(name, value);
  }
  for (const name of GEOMETRY) {
    const value = style.getPropertyValue(name);
    if (/^[\d.]+px$/.test(value) && value !== "0px") copy.setAttribute(name, value.slice(0, -2));
  }
  for (const name of copy.getAttributeNames()) {
    if (/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(name)) copy.removeAttribute(name);
  }
  for (const node of [...copy.childNodes]) {
    if (node.nodeType === Node.COMMENT_NODE) node.remove();
  }
  for (let i = 0; i < copy.children.length; i++) {
    inlineStyles(original.children[i]!, copy.children[i]!, looks);
  }
}

/** The board as the text of an SVG file. */
export function boardSvg(board: SVGSVGElement, title: string): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const { width, height } = board.viewBox.baseVal;
  inlineStyles(board, copy, new Map());
  // Cells for clicks and the stone under the pointer are not part of the image.
  const gone = [...board.querySelectorAll("[role=row], .preview")];
  const places = gone.map((element) => pathTo(board, element));
  for (const element of places.map((place) => follow(copy, place))) element?.remove();
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const ground = document.createElementNS(SVG, "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute(
    "fill",
    plainColour(getComputedStyle(document.documentElement).backgroundColor).colour,
  );
  const name = document.createElementNS(SVG, "title");
  name.textContent = title;
  copy.prepend(name, ground);
  return new XMLSerializer().serializeToString(copy);
}

function pathTo(root: Element, element: Element): number[] {
  const path: number[] = [];
  for (let at = element; at !== root; at = at.parentElement!) {
    path.unshift([...at.parentElement!.children].indexOf(at));
  }
  return path;
}

function follow(root: Element, path: readonly number[]): Element | undefined {
  return path.reduce<Element | undefined>((at, index) => at?.children[index], root);
}

/** A PNG from the text of an SVG file. */
export async function pngFromSvg(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error(texts.noCanvas);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(texts.noPng))), "image/png"),
  );
}
