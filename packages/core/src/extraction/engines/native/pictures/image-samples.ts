import { greyOfColours, greyOfInks } from "../../../raster/image/grey-of-colours.ts";
import { BaseStream, type Dict, Name, type XRef } from "../generated/pdfjs-core.mjs";

/** How the samples of an image are stored: rows of whole bytes. */
export interface SampleFormat {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8;
  readonly channels: 1 | 3 | 4;
  /** Shade of each sample value of an image with one channel. */
  readonly shades: Uint8Array;
}

/**
 * Returns the sample format of an image; undefined for colour spaces that need more than a table. Inverted samples
 * stay inverted, and special colours are taken for shades.
 */
export function sampleFormat(dict: Dict, xref: XRef): SampleFormat | undefined {
  const [width, height] = [sideOf(dict.get("Width", "W")), sideOf(dict.get("Height", "H"))];
  const isMask = dict.get("ImageMask", "IM") === true;
  const bits = isMask ? 1 : bitsOf(dict.get("BitsPerComponent", "BPC"));
  const colours = isMask ? GREY : coloursOf(dict.get("ColorSpace", "CS"), xref);
  if (!width || !height || !bits || !colours || (colours.channels !== 1 && bits !== 8)) return undefined;
  return { width, height, bits, channels: colours.channels, shades: colours.palette ?? evenShades(bits) };
}

function sideOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

function bitsOf(value: unknown): SampleFormat["bits"] | undefined {
  return value === 1 || value === 2 || value === 4 || value === 8 ? value : undefined;
}

/** Bytes per row. */
export function rowBytesOf({ width, bits, channels }: SampleFormat): number {
  return Math.ceil((width * bits * channels) / 8);
}

interface Colours {
  readonly channels: 1 | 3 | 4;
  readonly palette?: Uint8Array;
}

const GREY: Colours = { channels: 1 };
const RGB: Colours = { channels: 3 };
const INKS: Colours = { channels: 4 };

const FAMILIES: Readonly<Record<string, Colours>> = {
  DeviceGray: GREY,
  G: GREY,
  CalGray: GREY,
  Separation: GREY,
  DeviceRGB: RGB,
  RGB,
  CalRGB: RGB,
  DeviceCMYK: INKS,
  CMYK: INKS,
};

function coloursOf(space: unknown, xref: XRef): Colours | undefined {
  if (space instanceof Name) return FAMILIES[space.name];
  if (!Array.isArray(space)) return undefined;
  const [family, first, , lookup]: readonly unknown[] = space.map((entry) => xref.fetchIfRef(entry));
  if (!(family instanceof Name)) return undefined;
  if (family.name === "ICCBased") return first instanceof BaseStream ? ofProfile(first) : undefined;
  if (family.name !== "Indexed" && family.name !== "I") return FAMILIES[family.name];
  const base = coloursOf(first, xref);
  const table = lookup instanceof BaseStream ? lookup.getBytes() : lookup;
  const colours = typeof table === "string" ? Buffer.from(table, "latin1") : table;
  if (!base || base.palette || !(colours instanceof Uint8Array)) return undefined;
  return { channels: 1, palette: paletteOf(colours, base.channels) };
}

function ofProfile({ dict }: BaseStream): Colours | undefined {
  const channels = dict?.get("N");
  return [GREY, RGB, INKS].find((colours) => colours.channels === channels);
}

function paletteOf(colours: Uint8Array, channels: 1 | 3 | 4): Uint8Array {
  if (channels === 1) return colours;
  const palette = new Uint8Array(Math.floor(colours.length / channels));
  if (channels === 3) greyOfColours(colours, palette);
  else greyOfInks(colours, palette);
  return palette;
}

function evenShades(bits: number): Uint8Array {
  const last = 2 ** bits - 1;
  return Uint8Array.from({ length: last + 1 }, (_, value) => (255 * value) / last);
}
