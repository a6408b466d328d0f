import { childOf, elementsOf, findElement, numberOf, type XmlElement } from "../../xml/xml-element.ts";

/** English Metric Units in a point. */
const EMU = 12_700;

/** A rectangle in points. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A shape of a slide and where it is; undefined if that is said elsewhere. */
export interface PlacedShape {
  readonly element: XmlElement;
  readonly frame: Frame | undefined;
}

/** How coordinates inside a group become those of the slide. */
interface Transform {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
}

const IDENTITY: Transform = { scaleX: 1, scaleY: 1, x: 0, y: 0 };

const SHAPES: ReadonlySet<string> = new Set(["sp", "pic", "graphicFrame", "cxnSp"]);

/** The shapes of a tree that are not hidden, with those inside groups, in drawing order. */
export function shapesOf(
  tree: XmlElement | undefined,
  transform: Transform = IDENTITY,
): readonly PlacedShape[] {
  return elementsOf(tree).flatMap((element): readonly PlacedShape[] => {
    if (isHidden(element)) return [];
    if (SHAPES.has(element.name)) return [{ element, frame: placed(ownFrame(element), transform) }];
    if (element.name === "grpSp") return shapesOf(element, grouped(element, transform));
    if (element.name === "AlternateContent")
      return shapesOf(childOf(element, "Choice") ?? childOf(element, "Fallback"), transform);
    return [];
  });
}

/** Whether a shape, a picture or a group was hidden. */
export function isHidden(shape: XmlElement): boolean {
  // Its first element describes it, under a name for each kind.
  const { hidden = "" } = childOf(elementsOf(shape)[0], "cNvPr")?.attributes ?? {};
  return hidden === "1" || hidden === "true";
}

export function ownFrame(shape: XmlElement): Frame | undefined {
  const transform = childOf(childOf(shape, "spPr"), "xfrm") ?? childOf(shape, "xfrm");
  return frameOf(childOf(transform, "off"), childOf(transform, "ext"));
}

function frameOf(offset: XmlElement | undefined, extent: XmlElement | undefined): Frame | undefined {
  const [x, y, width, height] = [
    numberOf(offset, "x"),
    numberOf(offset, "y"),
    numberOf(extent, "cx"),
    numberOf(extent, "cy"),
  ];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x: x / EMU, y: y / EMU, width: width / EMU, height: height / EMU };
}

function placed(frame: Frame | undefined, { scaleX, scaleY, x, y }: Transform): Frame | undefined {
  if (!frame) return undefined;
  return {
    x: frame.x * scaleX + x,
    y: frame.y * scaleY + y,
    width: frame.width * scaleX,
    height: frame.height * scaleY,
  };
}

function grouped(group: XmlElement, outer: Transform): Transform {
  const transform = childOf(childOf(group, "grpSpPr"), "xfrm");
  const outside = placed(frameOf(childOf(transform, "off"), childOf(transform, "ext")), outer);
  const inside = frameOf(childOf(transform, "chOff"), childOf(transform, "chExt"));
  if (!outside || !inside || inside.width === 0 || inside.height === 0) return outer;
  const scaleX = outside.width / inside.width;
  const scaleY = outside.height / inside.height;
  return { scaleX, scaleY, x: outside.x - inside.x * scaleX, y: outside.y - inside.y * scaleY };
}

/** The placeholder that a shape fills: its type and index. */
export function placeholderOf(
  shape: XmlElement,
): { readonly type: string; readonly index: string } | undefined {
  const placeholder = findElement(
    childOf(shape, "nvSpPr") ?? childOf(shape, "nvPicPr") ?? childOf(shape, "nvGraphicFramePr"),
    "ph",
  );
  if (!placeholder) return undefined;
  return { type: placeholder.attributes["type"] ?? "body", index: placeholder.attributes["idx"] ?? "0" };
}
