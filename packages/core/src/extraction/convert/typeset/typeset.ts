import { ConversionBudget, cutDocument } from "../model/conversion-budget.ts";
import { sectionsWithin } from "../model/within-budget.ts";
import type {
  Block,
  FlowDocument,
  PageParts,
  Section,
  SlideBox,
  SlideSection,
  TextSection,
} from "../model/flow-document.ts";
import { blockStrips } from "./block-strips.ts";
import { type SetBox, withoutOverlaps } from "./slides/boxes-apart.ts";
import { MAX_PAGE, PdfPages, SMALLEST_SCALE, type PageCanvas } from "./pdf-pages.ts";
import { RepeatedStrips } from "./repeated-strips.ts";
import { typesetSheet } from "./sheet-pages.ts";
import { drawStrips, heightOf, widthOf, type Strip } from "./strips.ts";
import { widthsOfBlocks } from "./tables/table-strips.ts";
import { Tag } from "./tags.ts";

/** A document as pages, with the notes of its reader and on what was left out. */
export interface Typeset {
  readonly pdf: Uint8Array;
  readonly notes: readonly string[];
}

/** Makes a document into a tagged PDF with embedded fonts. The same document always gives the same bytes. */
export async function typeset(document: FlowDocument): Promise<Typeset> {
  const pages = new PdfPages();
  const repeated = new RepeatedStrips(pages);
  const budget = new ConversionBudget();
  for (const section of sectionsWithin(document.sections, budget))
    await typesetSection(section, pages, repeated);
  if (pages.count === 0) pages.start(595, 842).end();
  const cut = budget.isSpent ? [cutDocument(pages.count)] : [];
  return { pdf: pages.bytes(document.title), notes: [...document.notes, ...cut] };
}

async function typesetSection(section: Section, pages: PdfPages, repeated: RepeatedStrips): Promise<void> {
  const tag = pages.tags.root.add("Sect");
  if (section.kind === "text") await typesetText(section, { pages, tag, repeated });
  else if (section.kind === "sheet") typesetSheet(section, pages, tag);
  else await typesetSlide(section, pages, tag);
}

/** Space between the text and a page's header or footer. */
const HEADER_GAP = 10;

async function typesetText(
  section: TextSection,
  {
    pages,
    tag,
    repeated,
  }: { readonly pages: PdfPages; readonly tag: Tag; readonly repeated: RepeatedStrips },
): Promise<void> {
  const { page, blocks } = section;
  const width = page.width - 2 * page.margin;
  const strips = await blockStrips(blocks, { width, pages, tag });
  const [header, footer] = [
    await RepeatedParts.of(section.header, width, repeated),
    await RepeatedParts.of(section.footer, width, repeated),
  ];
  const extent = Math.max(width, widthOf(strips), header.width, footer.width);
  const scale = Math.min(1, Math.max(SMALLEST_SCALE, MAX_PAGE / (extent + 2 * page.margin)));
  const pageWidth = Math.min(extent + 2 * page.margin, MAX_PAGE / scale);
  const top = page.margin + (header.height > 0 ? header.height + HEADER_GAP : 0);
  const below = footer.height > 0 ? footer.height + HEADER_GAP : 0;
  const textHeight = Math.max(LEAST_TEXT_HEIGHT, tallestOf(strips));
  const pageHeight = Math.max(page.height, top + below + page.margin + textHeight);
  const bottom = pageHeight - page.margin - below;
  const { start = pages.nextNumber, format: numberFormat } = section.numbering;
  let isFirst = true;
  const startPage = (): PageCanvas => {
    const number = isFirst ? start : pages.nextNumber;
    const canvas = pages.start(pageWidth, pageHeight, { number, numberFormat, scale });
    drawStrips(header.on({ number, isFirst }), canvas, { x: page.margin, y: page.margin });
    drawStrips(footer.on({ number, isFirst }), canvas, { x: page.margin, y: bottom + HEADER_GAP });
    isFirst = false;
    return canvas;
  };
  flow(strips, { startPage, left: page.margin, top, bottom });
}

/** Headers and footers that are taller, in points, are not repeated: their pages would hold little else. */
const TALLEST_REPEATED = 1000;

/** Least height of the text area, in points, however tall the header and the footer are. */
const LEAST_TEXT_HEIGHT = 144;

/** The height of the tallest strip together with the head of its table: no page may cut it off. */
function tallestOf(strips: readonly Strip[]): number {
  return strips.reduce((most, { height, head = [] }) => Math.max(most, height + heightOf(head)), 0);
}

/** The headers or footers of a section's pages. */
class RepeatedParts {
  readonly #every: readonly Strip[];
  readonly #first: readonly Strip[] | undefined;
  readonly #even: readonly Strip[];

  static async of(
    { every, first, even = every }: PageParts,
    width: number,
    repeated: RepeatedStrips,
  ): Promise<RepeatedParts> {
    const stripsOf = (blocks: readonly Block[]): Promise<readonly Strip[]> => repeated.of(blocks, width);
    return new RepeatedParts({
      every: await stripsOf(every),
      first: first && (await stripsOf(first)),
      even: await stripsOf(even),
    });
  }

  private constructor(
    parts: Record<"every" | "even", readonly Strip[]> & { readonly first: readonly Strip[] | undefined },
  ) {
    this.#every = parts.every;
    this.#first = parts.first;
    this.#even = parts.even;
  }

  get height(): number {
    return Math.max(...this.#all.map(heightOf));
  }

  get width(): number {
    return Math.max(...this.#all.map(widthOf));
  }

  /** The strips on the page with this number; those that would fill pages are only on the first. */
  on({ number, isFirst }: { readonly number: number; readonly isFirst: boolean }): readonly Strip[] {
    if (isFirst && this.#first) return this.#first;
    if (!isFirst && this.height > TALLEST_REPEATED) return [];
    return number % 2 === 0 ? this.#even : this.#every;
  }

  get #all(): readonly (readonly Strip[])[] {
    return [this.#every, this.#first ?? [], this.#even];
  }
}

function flow(
  strips: readonly Strip[],
  {
    startPage,
    left,
    top,
    bottom,
  }: {
    readonly startPage: () => PageCanvas;
    readonly left: number;
    readonly top: number;
    readonly bottom: number;
  },
): void {
  let canvas: PageCanvas | undefined;
  let y = top;
  for (const strip of strips) {
    const isFull = y > top && y + strip.spaceBefore + strip.height > bottom;
    if (canvas && (isFull || strip.breaksPage || canvas.isFull)) {
      canvas.end();
      canvas = undefined;
    }
    if (!canvas) {
      canvas = startPage();
      y = top;
      const head = isFull ? (strip.head ?? []) : [];
      drawStrips(head, canvas, { x: left, y, repeated: "repeated" });
      y += heightOf(head);
    } else y += strip.spaceBefore;
    strip.draw(canvas, left, y);
    y += strip.height;
  }
  (canvas ?? startPage()).end();
}

/** Text that does not fit into its box is set smaller, by these factors; a box that is narrower than a word then is widened. */
const SHRINKING = [1, 0.9, 0.8, 0.7, 0.6, 0.5] as const;

async function typesetSlide(
  { width, height, boxes }: SlideSection,
  pages: PdfPages,
  tag: Tag,
): Promise<void> {
  const placed: SetBox[] = [];
  const overflowing: (readonly Strip[])[] = [];
  for (const box of boxes.map(onPage)) {
    const strips = await fittedStrips(box, pages, tag);
    if (heightOf(strips) > MAX_PAGE / 2) overflowing.push(strips);
    else placed.push({ box, strips });
  }
  const apart = withoutOverlaps(placed);
  const canvas = pages.start(
    extentOf(
      width,
      apart.map(({ box, strips }) => box.x + widthOf(strips)),
    ),
    extentOf(
      height,
      apart.map(({ box, strips }) => box.y + heightOf(strips)),
    ),
  );
  for (const { box, strips } of apart) {
    const free = Math.max(0, box.height - heightOf(strips));
    const offset = { top: 0, middle: free / 2, bottom: free }[box.anchor];
    drawStrips(strips, canvas, { x: box.x, y: Math.max(0, box.y + offset) });
  }
  canvas.end();
  // More text than any page holds continues on pages of its own.
  for (const strips of overflowing) {
    const bottom = Math.max(height, tallestOf(strips));
    flow(strips, { startPage: () => pages.start(width, bottom), left: 0, top: 0, bottom });
  }
}

/** The box with its place and size as a page can have them: files may say anything, and groups multiply it. */
function onPage(box: SlideBox): SlideBox {
  const bounded = (length: number): number =>
    Number.isFinite(length) ? Math.min(Math.max(length, 0), MAX_PAGE) : 0;
  return {
    ...box,
    x: bounded(box.x),
    y: bounded(box.y),
    width: bounded(box.width),
    height: bounded(box.height),
  };
}

/** The size of a page that holds everything on it. */
function extentOf(size: number, ends: readonly number[]): number {
  return Math.min(Math.max(size, ...ends), MAX_PAGE);
}

async function fittedStrips(box: SlideBox, pages: PdfPages, tag: Tag): Promise<readonly Strip[]> {
  const smallest = SHRINKING.at(-1);
  for (const factor of SHRINKING) {
    const blocks = box.blocks.map((block) =>
      block.kind === "paragraph"
        ? { ...block, runs: block.runs.map((run) => ({ ...run, size: run.size * factor })) }
        : block,
    );
    const { word } = widthsOfBlocks(
      blocks.filter(({ kind }) => kind === "paragraph"),
      pages,
    );
    if (factor !== smallest && word > box.width) continue;
    const width = Math.max(box.width, word);
    const own = new Tag(tag.type);
    const strips = await blockStrips(blocks, { width, pages, tag: own });
    if (factor !== smallest && heightOf(strips) > box.height) continue;
    for (const child of own.children) tag.children.push(child);
    return strips;
  }
  return [];
}
