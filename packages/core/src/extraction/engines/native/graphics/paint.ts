import { BaseStream, Dict, Name } from "../generated/pdfjs-core.mjs";

/** A colour as far as text extraction needs it. */
export type Paint = "white" | "light" | "dark" | "coloured" | "unknown";

export const BLACK: Paint = "dark";

/**
 * How colour components are converted to luminance: by their number in a device space; tints and patterns stay unknown.
 */
export type ColorSpace = "gray" | "rgb" | "cmyk" | "other";

/** Colours from this luminance on are indistinguishable from white paper. */
const WHITE_LUMINANCE = 0.97;
const DARK_LUMINANCE = 0.6;

/** From this difference between red, green and blue on, a colour is neither grey nor a writing ink. */
const MIN_SATURATION = 0.35;

/** Lighter colours, such as the yellow under form fields, are a background. */
const MAX_COLOURED_LUMINANCE = 0.75;

export function grayPaint(gray: number): Paint {
  if (gray >= WHITE_LUMINANCE) return "white";
  return gray < DARK_LUMINANCE ? "dark" : "light";
}

export function rgbPaint(red: number, green: number, blue: number): Paint {
  const luminance = 0.3 * red + 0.59 * green + 0.11 * blue;
  const isColoured = Math.max(red, green, blue) - Math.min(red, green, blue) >= MIN_SATURATION;
  return isColoured && luminance < MAX_COLOURED_LUMINANCE ? "coloured" : grayPaint(luminance);
}

export function cmykPaint([cyan, magenta, yellow, black]: readonly [number, number, number, number]): Paint {
  const paper = 1 - black;
  return rgbPaint((1 - cyan) * paper, (1 - magenta) * paper, (1 - yellow) * paper);
}

/** The colour space of the name operand of CS or cs. */
export function colorSpaceNamed(name: string, resources: Dict): ColorSpace {
  const plain = plainSpace(name);
  if (plain !== "other") return plain;
  const spaces = resources.get("ColorSpace");
  const space = spaces instanceof Dict ? spaces.getArray(name) : undefined;
  if (space instanceof Name) return plainSpace(space.name);
  if (!Array.isArray(space) || !(space[0] instanceof Name)) return "other";
  const [family, parameters]: readonly unknown[] = space;
  if (!(family instanceof Name)) return "other";
  return family.name === "ICCBased" && parameters instanceof BaseStream
    ? spaceOfComponents(parameters.dict?.get("N"))
    : plainSpace(family.name);
}

function plainSpace(name: string): ColorSpace {
  switch (name) {
    case "DeviceGray":
    case "CalGray":
    case "G":
      return "gray";
    case "DeviceRGB":
    case "CalRGB":
    case "RGB":
      return "rgb";
    case "DeviceCMYK":
    case "CMYK":
      return "cmyk";
    default:
      return "other";
  }
}

function spaceOfComponents(count: unknown): ColorSpace {
  if (count === 1) return "gray";
  if (count === 3) return "rgb";
  return count === 4 ? "cmyk" : "other";
}
