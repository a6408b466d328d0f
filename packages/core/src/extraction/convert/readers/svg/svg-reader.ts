import { paragraph, run, type Block, type FlowDocument, type SlideBox } from "../../model/flow-document.ts";
import { decodeText } from "../../encodings/decode-text.ts";
import {
  elementsOf,
  findElement,
  numberOf,
  parseXml,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";

const POINTS_PER_PIXEL = 0.75;
const DEFAULT_SIZE = 16;
const SMALLEST_SIDE = 72;
const LARGEST_SIDE = 5000;

/** Coordinates of a group in those of the image: a translation and a scale. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly size: number;
}

/** Reads an SVG image: its drawing as a picture, its text as text at its place. */
export function readSvg(bytes: Uint8Array): FlowDocument {
  const source = decodeText(bytes);
  const svg = findElement(parseXml(bytes), "svg");
  const [, , boxWidth, boxHeight] = (svg?.attributes["viewBox"] ?? "").split(/[\s,]+/).map(Number);
  const width = sideOf(svg, "width", boxWidth);
  const height = sideOf(svg, "height", boxHeight);
  const scale = boxWidth && boxWidth > 0 ? width / boxWidth : POINTS_PER_PIXEL;
  // Text is removed from the picture, since it is drawn as text.
  const drawing = source.replaceAll(/<text\b[^]*?<\/text>/g, "");
  const picture: Block = {
    kind: "picture",
    bytes: () => Buffer.from(drawing),
    width,
    height,
    description: textOf(findElement(svg, "title")),
  };
  const hasDrawing = /<(?:path|rect|circle|ellipse|line|poly|image|use)\b/.test(drawing);
  const boxes: readonly SlideBox[] = [
    ...(hasDrawing ? [{ x: 0, y: 0, width, height, anchor: "top" as const, blocks: [picture] }] : []),
    ...textBoxes(svg, { x: 0, y: 0, scale, size: DEFAULT_SIZE }),
  ];
  return { title: "", sections: [{ kind: "slide", width, height, boxes }], notes: [], files: [] };
}

function sideOf(svg: XmlElement | undefined, side: "width" | "height", box: number | undefined): number {
  const isRelative = svg?.attributes[side]?.endsWith("%") === true;
  const given = isRelative ? undefined : numberOf(svg, side);
  const pixels = given ?? (box !== undefined && Number.isFinite(box) ? box : 800);
  return Math.min(Math.max(pixels * POINTS_PER_PIXEL, SMALLEST_SIDE), LARGEST_SIDE);
}

function textBoxes(element: XmlElement | undefined, place: Place): readonly SlideBox[] {
  return elementsOf(element).flatMap((child): readonly SlideBox[] => {
    const inner = placedIn(child, place);
    if (child.name === "text") return linesOf(child, inner);
    return textBoxes(child, inner);
  });
}

/** A text and those of its spans that have a place of their own. */
function linesOf(text: XmlElement, place: Place): readonly SlideBox[] {
  const origin = { x: numberOf(text, "x") ?? 0, y: numberOf(text, "y") ?? 0 };
  const isPlaced = (node: XmlElement["children"][number]): node is XmlElement =>
    typeof node !== "string" && ("x" in node.attributes || "y" in node.attributes || "dy" in node.attributes);
  const own = text.children.filter((node) => !isPlaced(node));
  let { y } = origin;
  const spans = text.children.filter(isPlaced).map((span) => {
    y = numberOf(span, "y") ?? y + lengthIn(span.attributes["dy"], place.size);
    return boxOf(textOf(span), { ...placedIn(span, place), at: { x: numberOf(span, "x") ?? origin.x, y } });
  });
  return [boxOf(textOf({ ...text, children: own }), { ...place, at: origin }), ...spans].filter(
    (box) => box !== undefined,
  );
}

function lengthIn(value: string | undefined, size: number): number {
  const number = Number.parseFloat(value ?? "");
  if (Number.isNaN(number)) return 0;
  return value?.endsWith("em") === true ? number * size : number;
}

function boxOf(
  text: string,
  { at, x, y, scale, size }: Place & { readonly at: { readonly x: number; readonly y: number } },
): SlideBox | undefined {
  const shown = text.replaceAll(/\s+/g, " ").trim();
  if (shown === "") return undefined;
  const points = Math.min(Math.max(size * scale, 2), 200);
  return {
    x: Math.max(0, x + at.x * scale),
    y: Math.max(0, y + at.y * scale - points),
    width: LARGEST_SIDE,
    height: LARGEST_SIDE,
    anchor: "top",
    blocks: [paragraph([run(shown, { size: points })], { spaceAfter: 0 })],
  };
}

function placedIn({ attributes }: XmlElement, place: Place): Place {
  const style = /font-size\s*:\s*([\d.]+)/.exec(attributes["style"] ?? "")?.[1];
  const size = Number.parseFloat(attributes["font-size"] ?? style ?? "") || place.size;
  const transform = attributes["transform"] ?? "";
  const [dx = 0, dy = 0] = argumentsOf(transform, "translate");
  const [factor = 1] = argumentsOf(transform, "scale");
  const [a = 1, , , , e = 0, f = 0] = argumentsOf(transform, "matrix");
  return {
    x: place.x + (dx + e) * place.scale,
    y: place.y + (dy + f) * place.scale,
    scale: place.scale * Math.abs(factor * a || 1),
    size,
  };
}

function argumentsOf(transform: string, name: string): readonly number[] {
  const list = new RegExp(`\\b${name}\\s*\\(([^)]*)\\)`).exec(transform)?.[1] ?? "";
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number)
    .filter(Number.isFinite);
}
