import type { GlyphText } from "../../../engines/native/fonts/glyph-text.ts";
import { paragraph, run, type SlideBox } from "../../model/flow-document.ts";
import { childOf, elementsOf, findElement, numberOf, type XmlElement } from "../../xml/xml-element.ts";

/** XPS counts in 96ths of an inch. */
export const POINTS_PER_UNIT = 0.75;

/** What a point is multiplied with: x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** A run of glyphs on the page, in points. */
interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** Its baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** Glyphs whose advance is not given are as wide as this part of their size. */
const USUAL_ADVANCE = 0.5;

/** What pages refer to, by the address of the part. */
export interface PageParts {
  picture(source: string): Uint8Array | undefined;
  font(source: string): GlyphText;
}

/** The text lines and pictures of a page at their places. */
export function pageBoxes(page: XmlElement, parts: PageParts): readonly SlideBox[] {
  const reader = new PageReader(parts);
  reader.read(page, [POINTS_PER_UNIT, 0, 0, POINTS_PER_UNIT, 0, 0]);
  return [...reader.pictures, ...linesOf(reader.texts).map(boxOf)];
}

class PageReader {
  readonly texts: PlacedText[] = [];
  readonly pictures: SlideBox[] = [];
  readonly #parts: PageParts;

  constructor(parts: PageParts) {
    this.#parts = parts;
  }

  read(container: XmlElement, outer: Matrix): void {
    for (const element of elementsOf(container)) {
      const matrix = multiplied(outer, matrixOf(element));
      if (element.name === "Canvas") this.read(element, matrix);
      else if (element.name === "Glyphs") this.#addText(element, matrix);
      else if (element.name === "Path") this.#addPicture(element, matrix);
    }
  }

  #addText(glyphs: XmlElement, matrix: Matrix): void {
    const entries = glyphEntries(glyphs.attributes["Indices"] ?? "");
    const text = this.#textOf(glyphs, entries);
    if (text.trim() === "") return;
    const [x, y] = placed(matrix, numberOf(glyphs, "OriginX") ?? 0, numberOf(glyphs, "OriginY") ?? 0);
    const em = numberOf(glyphs, "FontRenderingEmSize") ?? 12;
    const width = advancesOf(entries, text) * em * scaleOf(matrix, "x");
    const isRightToLeft = (numberOf(glyphs, "BidiLevel") ?? 0) % 2 === 1;
    const size = em * scaleOf(matrix, "y");
    this.texts.push({ text, x: isRightToLeft ? x - width : x, y, width, size });
  }

  /** The string of the glyphs, and what its font says of the glyphs that come after it. */
  #textOf({ attributes }: XmlElement, entries: readonly GlyphEntry[]): string {
    // Text that begins with a brace is written after an empty pair.
    const written = (attributes["UnicodeString"] ?? "").replace(/^\{\}/, "");
    const rest = entriesAfter(entries, written.length).flatMap(({ glyph }) =>
      glyph === undefined ? [] : [glyph],
    );
    if (rest.length === 0) return written;
    const textOf = this.#parts.font(attributes["FontUri"] ?? "");
    return written + rest.map((glyph) => textOf(glyph) ?? UNKNOWN_CHARACTER).join("");
  }

  #addPicture(path: XmlElement, matrix: Matrix): void {
    const brush = findElement(childOf(path, "Path.Fill"), "ImageBrush");
    const source = /[^\s{}]+\.\w+/.exec(brush?.attributes["ImageSource"] ?? "")?.[0];
    const [left = 0, top = 0, width = 0, height = 0] = numbersOf(brush?.attributes["Viewport"] ?? "");
    const bytes = source === undefined ? undefined : this.#parts.picture(source);
    if (!brush || !bytes) return;
    const own = multiplied(matrix, numbersMatrix(brush.attributes["Transform"] ?? ""));
    const corners = [placed(own, left, top), placed(own, left + width, top + height)] as const;
    const [x, y] = [Math.min(corners[0][0], corners[1][0]), Math.min(corners[0][1], corners[1][1])];
    const size = {
      width: Math.abs(corners[1][0] - corners[0][0]),
      height: Math.abs(corners[1][1] - corners[0][1]),
    };
    const blocks = [{ kind: "picture", bytes: () => bytes, ...size, description: "" } as const];
    this.pictures.push({ x, y, ...size, anchor: "top", blocks });
  }
}

/** Replacement character: a glyph whose font does not say what it means. */
const UNKNOWN_CHARACTER = "\u{fffd}";

interface GlyphEntry {
  /** Characters of the string that it stands for: of several glyphs for the same ones, the first has them. */
  readonly characters: number;
  readonly glyph: number | undefined;
  /** In ems. */
  readonly advance: number | undefined;
}

const ENTRY =
  /^\s*(?:\((?<characters>\d+)(?::(?<glyphs>\d+))?\))?\s*(?<glyph>\d+)?\s*(?:,\s*(?<advance>[\d.]+))?/;

/** The entries "(characters:glyphs)index,advance,…;…" with advances in hundredths of an em. */
function glyphEntries(indices: string): readonly GlyphEntry[] {
  let ofSameCharacters = 0;
  if (indices === "") return [];
  return indices.split(";").map((entry) => {
    const { characters, glyphs, glyph, advance } = ENTRY.exec(entry)?.groups ?? {};
    const isFirst = ofSameCharacters === 0;
    ofSameCharacters = isFirst ? Number(glyphs ?? 1) - 1 : ofSameCharacters - 1;
    return {
      characters: isFirst ? Number(characters ?? 1) : 0,
      glyph: glyph === undefined ? undefined : Number(glyph),
      advance: advance === undefined ? undefined : Number(advance) / 100,
    };
  });
}

function entriesAfter(entries: readonly GlyphEntry[], length: number): readonly GlyphEntry[] {
  let left = length;
  const first = entries.findIndex(({ characters }) => {
    if (left <= 0 && characters > 0) return true;
    left -= characters;
    return false;
  });
  return first < 0 ? [] : entries.slice(first);
}

/** The sum of the advances in ems. */
function advancesOf(entries: readonly GlyphEntry[], text: string): number {
  return Array.from({ length: text.length }, (_, index) => entries[index]?.advance ?? USUAL_ADVANCE).reduce(
    (sum, advance) => sum + advance,
    0,
  );
}

/** Runs on one baseline are one line if there is hardly more than a blank between them. */
const SAME_LINE = 0.3;
const WORD_GAP = 0.15;
const LINE_GAP = 1.2;

function linesOf(texts: readonly PlacedText[]): readonly PlacedText[] {
  const lines: PlacedText[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    const gap = last ? (text.x - last.x - last.width) / text.size : 0;
    const isNext =
      last && Math.abs(text.y - last.y) < SAME_LINE * text.size && gap > -LINE_GAP && gap < LINE_GAP;
    if (!isNext || text.x < last.x) lines.push(text);
    else {
      const blank = gap > WORD_GAP && !/\s$/.test(last.text) && !/^\s/.test(text.text) ? " " : "";
      lines[lines.length - 1] = {
        ...last,
        text: last.text + blank + text.text,
        width: text.x + text.width - last.x,
      };
    }
  }
  return lines;
}

/** Text is set above its baseline by this part of its size. */
const ASCENT = 0.9;
/** Boxes do not break their line. */
const WIDEST = 5000;

function boxOf({ text, x, y, size }: PlacedText): SlideBox {
  const shown = Math.min(Math.max(size, 2), 200);
  return {
    x: Math.max(0, x),
    y: Math.max(0, y - shown * ASCENT),
    width: WIDEST,
    height: WIDEST,
    anchor: "top",
    blocks: [paragraph([run(text, { size: shown })], { spaceAfter: 0 })],
  };
}

function matrixOf(element: XmlElement): Matrix {
  const property = findElement(childOf(element, `${element.name}.RenderTransform`), "MatrixTransform");
  return numbersMatrix(element.attributes["RenderTransform"] ?? property?.attributes["Matrix"] ?? "");
}

function numbersMatrix(text: string): Matrix {
  const [a, b, c, d, e, f] = numbersOf(text);
  if (a === undefined || b === undefined || c === undefined) return IDENTITY;
  return d === undefined || e === undefined || f === undefined ? IDENTITY : [a, b, c, d, e, f];
}

function numbersOf(text: string): readonly number[] {
  const numbers = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return numbers.every(Number.isFinite) ? numbers : [];
}

function multiplied([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function placed([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

function scaleOf([a, b, c, d]: Matrix, axis: "x" | "y"): number {
  return axis === "x" ? Math.hypot(a, b) : Math.hypot(c, d);
}
