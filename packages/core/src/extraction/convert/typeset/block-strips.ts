import {
  headingSize,
  type Block,
  type Paragraph,
  type Picture,
  type Remark,
} from "../model/flow-document.ts";
import { linesOf, widthsOf } from "./lines.ts";
import type { PdfPages } from "./pdf-pages.ts";
import { pictureStrip } from "./picture-strip.ts";
import { tagUnless, type Strip } from "./strips.ts";
import { tableStrips } from "./tables/table-strips.ts";
import { Tag, type TagType } from "./tags.ts";

/** Distance between baselines, and from the top of a line to its baseline, in multiples of the size. */
export const LINE_HEIGHT = 1.25;
export const ASCENT = 0.95;

/** Width of a list marker and the gap after it. */
const MARKER_GAP = 6;

/** The strips of blocks that are as wide as their column. */
export async function blockStrips(
  blocks: readonly Block[],
  { width, pages, tag }: { readonly width: number; readonly pages: PdfPages; readonly tag: Tag | undefined },
): Promise<readonly Strip[]> {
  const strips: Strip[] = [];
  const lists = new Lists(tag);
  let breaksPage = false;
  for (const block of blocks) {
    if (block.kind === "page-break") {
      breaksPage = true;
      continue;
    }
    const parent = block.kind === "paragraph" ? lists.parentOf(withText(block)) : lists.end();
    for (const strip of await stripsOf(block, { width, pages, tag: parent })) {
      strips.push(breaksPage ? { ...strip, breaksPage } : strip);
      breaksPage = false;
    }
  }
  return strips;
}

async function stripsOf(
  block: Exclude<Block, { kind: "page-break" }>,
  frame: { readonly width: number; readonly pages: PdfPages; readonly tag: Tag | undefined },
): Promise<readonly Strip[]> {
  if (block.kind === "paragraph") return paragraphStrips(block, frame);
  if (block.kind === "table") return tableStrips(block, frame, blockStrips);
  if (block.kind === "remark") return [remarkStrip(block)];
  const strip = await pictureStrip(block satisfies Picture, frame);
  return strip ? [strip] : [];
}

function remarkStrip({ author, text }: Remark): Strip {
  return {
    height: 0,
    width: 0,
    spaceBefore: 0,
    draw: (canvas, x, y) => canvas.remark({ author, text, x, y }),
  };
}

/** The number of an empty item is its text. */
function withText(block: Paragraph): Paragraph {
  const [first] = block.runs;
  const isEmpty = block.runs.every(({ text }) => text === "");
  return first && isEmpty && block.marker !== ""
    ? { ...block, marker: "", runs: [{ ...first, text: block.marker }] }
    : block;
}

function paragraphStrips(
  given: Paragraph,
  { width, pages, tag }: { readonly width: number; readonly pages: PdfPages; readonly tag: Tag | undefined },
): readonly Strip[] {
  const { fonts } = pages;
  const block = withText(given);
  const [first] = block.runs;
  const marker =
    first && block.marker !== "" ? linesOf([{ ...first, text: block.marker }], Infinity, fonts) : [];
  const hang = marker[0] ? marker[0].width + MARKER_GAP : 0;
  const indent = Math.min(block.indent, width / 2);
  // A column narrower than a word is widened by the page that it is on; a word that only the indent leaves no room for is not broken.
  const word = indent + hang > 0 ? Math.min(widthsOf(block.runs, fonts).word, width) : 0;
  const measure = Math.max(width - indent - hang, word, 1);
  const lines = linesOf(block.runs, measure, fonts);
  const hasText = block.runs.some(({ text }) => text.trim() !== "");
  const label = hasText && isItem(block) ? tag?.add("Lbl") : undefined;
  const element = hasText ? (label === undefined ? tag : tag?.add("LBody"))?.add(typeOf(block)) : undefined;
  return lines.map((line, index) => {
    const offset = indent + hang + alignment(block.align, measure - line.width);
    const size = line.size || first?.size || headingSize(0);
    return {
      height: size * LINE_HEIGHT + (index === lines.length - 1 ? block.spaceAfter : 0),
      width: offset + line.width,
      spaceBefore: index === 0 ? block.spaceBefore : 0,
      draw(canvas, x, y, repeated) {
        const baseline = y + size * ASCENT;
        const owner = tagUnless(repeated, element);
        if (index === 0 && marker[0])
          canvas.text(marker[0], { x: x + indent, y: baseline }, tagUnless(repeated, label ?? element));
        canvas.text(line, { x: x + offset, y: baseline }, owner);
      },
    };
  });
}

function typeOf({ level, isNote }: Paragraph): TagType {
  if (isNote === true) return "Note";
  return level === 0 ? "P" : (HEADINGS[level - 1] ?? "H6");
}

/** Numbered headings and notes are no items of a list. */
function isItem({ level, marker, isNote }: Paragraph): boolean {
  return marker !== "" && level === 0 && isNote !== true;
}

const HEADINGS = ["H1", "H2", "H3", "H4", "H5", "H6"] as const;

export function alignment(align: Paragraph["align"], free: number): number {
  if (align === "left" || free <= 0 || !Number.isFinite(free)) return 0;
  return align === "right" ? free : free / 2;
}

/** Items whose indents differ by less, in points, are on one level. */
const SAME_LEVEL = 4;

interface OpenList {
  readonly list: Tag | undefined;
  /** Its last item. */
  item: Tag | undefined;
  readonly indent: number;
}

/** Groups the paragraphs of a list in an element of their own; items that are indented further are in the one above. */
class Lists {
  readonly #parent: Tag | undefined;
  readonly #open: OpenList[] = [];

  constructor(parent: Tag | undefined) {
    this.#parent = parent;
  }

  /** Where the paragraph's own element is added. */
  parentOf(block: Paragraph): Tag | undefined {
    const { indent, level } = block;
    if (level > 0) return this.end();
    while (indent + SAME_LEVEL < (this.#open.at(-1)?.indent ?? indent)) this.#open.pop();
    const last = this.#open.at(-1);
    const isNested = last === undefined || indent > last.indent + SAME_LEVEL;
    if (!isItem(block)) return last !== undefined && isNested ? bodyOf(last.item) : this.end();
    if (!isNested) {
      last.item = last.list?.add("LI");
      return last.item;
    }
    const list = (last === undefined ? this.#parent : bodyOf(last.item))?.add("L");
    const item = list?.add("LI");
    this.#open.push({ list, item, indent });
    return item;
  }

  end(): Tag | undefined {
    this.#open.length = 0;
    return this.#parent;
  }
}

/** The body of a list item, which contains its paragraphs and nested lists. */
function bodyOf(item: Tag | undefined): Tag | undefined {
  const last = item?.children.at(-1);
  return last instanceof Tag && last.type === "LBody" ? last : item?.add("LBody");
}
