import { DocumentFonts } from "./document-fonts.ts";
import { countedLine, countsAllPages, countsPages, type PageNumber } from "./counted-lines.ts";
import type { Line } from "./lines.ts";
import { PdfFile, pdfNumber, pdfText, type ObjectNumber } from "./pdf-file.ts";
import { TagTree, type Tag } from "./tags.ts";

/** The largest page of PDF, in points. */
export const MAX_PAGE = 14_400;

/** Content that is wider than the largest page is set smaller, but not too small to be read. */
export const SMALLEST_SCALE = 0.25;

/** Width of content that fits on a page at the smallest scale, with margins. */
export const WIDEST_CONTENT = MAX_PAGE / SMALLEST_SCALE - 2000;

/** Columns of a table beside each other; of tables with more, a reader does not find the structure. */
export const MOST_COLUMNS = 1000;

/** Glyphs, ruling lines and characters of content after which a page takes no more rows: half of what is read of a page. */
const MOST_GLYPHS = 250_000;
const MOST_RULES = 25_000;
const MOST_CONTENT = 16_000_000;

/** Hexadecimal digits of a glyph's code. */
const CODE_LENGTH = 4;

/** Marks a page whose characters are certain, with the date that the standard wants in such data (14.5). */
const TYPESET = "/PieceInfo << /Galley << /LastModified (D:20000101000000Z) /Private /Typeset >> >>";

/** Width of ruling lines. */
const RULE = 0.5;

/** A picture as it is written, with its size in pixels. */
export interface DecodedPicture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** A picture of the document by its name, with its size in pixels. */
export type AddedPicture = Pick<DecodedPicture, "width" | "height"> & { readonly name: string };

interface PdfPicture {
  readonly name: string;
  readonly object: ObjectNumber;
}

/** The pages of a PDF as they are written. */
export class PdfPages {
  readonly file = new PdfFile();
  readonly fonts = new DocumentFonts();
  readonly tags = new TagTree();
  /** The pictures of the document by the hash of their files; without a picture if it cannot be shown. */
  readonly pictures = new Map<string, { readonly picture: AddedPicture | undefined }>();
  readonly #tree: ObjectNumber;
  readonly #resources: ObjectNumber;
  readonly #pages: ObjectNumber[] = [];
  readonly #pictures: PdfPicture[] = [];
  /** Pages that show how many there are: what they draw then. */
  readonly #unfinished: { readonly stream: ObjectNumber; readonly content: (total: number) => string }[] = [];
  #number = 0;

  constructor() {
    this.#tree = this.file.reserve();
    this.#resources = this.file.reserve();
  }

  get count(): number {
    return this.#pages.length;
  }

  /** The number of the page that is started next. */
  get nextNumber(): number {
    return this.#number + 1;
  }

  /** A page of this size; everything on it, and its size, are multiplied by `scale`. */
  start(
    width: number,
    height: number,
    { scale = 1, number = this.nextNumber, numberFormat = "decimal" }: PageStart = {},
  ): PageCanvas {
    this.#number = number;
    const place: PagePlace = {
      width,
      height,
      index: this.#pages.length,
      tags: this.tags,
      fonts: this.fonts,
      number: { value: number, format: numberFormat },
    };
    return new PageCanvas(place, (content) => this.#add(place, content, scale));
  }

  #add({ width, height }: PagePlace, { content, late, remarks }: PageDrawing, scale: number): void {
    const scaled = scale === 1 ? "" : `${scale.toFixed(4)} 0 0 ${scale.toFixed(4)} 0 0 cm\n`;
    const streams = late.length > 0 ? [this.file.reserve()] : [];
    const [unfinished] = streams;
    if (unfinished !== undefined) {
      const drawn = (total: number): string => scaled + late.map((draw) => draw(total)).join("\n");
      this.#unfinished.push({ stream: unfinished, content: drawn });
    }
    streams.push(this.file.addStream(unfinished === undefined ? scaled + content : content));
    const contents = streams.map((stream) => `${stream} 0 R`).join(" ");
    const notes = remarks.map(
      (remark) => `${this.file.add(remarkAnnotation(remark, { height, scale }))} 0 R`,
    );
    const annotations = notes.length > 0 ? ` /Annots [${notes.join(" ")}]` : "";
    this.#pages.push(
      this.file.add(
        `<< /Type /Page /Parent ${this.#tree} 0 R /MediaBox [0 0 ${pdfNumber(width * scale)} ${pdfNumber(height * scale)}] ` +
          `/Resources ${this.#resources} 0 R /Contents ${streams.length > 1 ? `[${contents}]` : contents} ` +
          `/StructParents ${this.#pages.length}${annotations} ${TYPESET} >>`,
      ),
    );
  }

  addPicture({ jpeg, width, height, channels }: DecodedPicture): AddedPicture {
    const name = `I${this.#pictures.length}`;
    const object = this.file.addEncodedStream(
      jpeg,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
        `/ColorSpace /${channels === 1 ? "DeviceGray" : "DeviceRGB"} /BitsPerComponent 8 /Filter /DCTDecode`,
    );
    this.#pictures.push({ name, object });
    return { name, width, height };
  }

  /** The file; nothing can be added afterwards. */
  bytes(title: string): Uint8Array {
    const { file } = this;
    for (const { stream, content } of this.#unfinished) file.setStream(stream, content(this.count));
    const kids = this.#pages.map((page) => `${page} 0 R`).join(" ");
    file.set(this.#tree, `<< /Type /Pages /Count ${this.#pages.length} /Kids [${kids}] >>`);
    const pictures = this.#pictures.map(({ name, object }) => `/${name} ${object} 0 R`).join(" ");
    file.set(this.#resources, `<< /Font << ${this.fonts.write(file)} >> /XObject << ${pictures} >> >>`);
    const structure = this.tags.write(file, this.#pages);
    const catalog = file.add(
      `<< /Type /Catalog /Pages ${this.#tree} 0 R /MarkInfo << /Marked true >> /StructTreeRoot ${structure} 0 R >>`,
    );
    return file.bytes(catalog, file.add(`<< /Title ${pdfText(title)} /Producer (Galley) >>`));
  }
}

/** A note at a place on a page, in points from its upper left corner. */
interface PlacedRemark {
  readonly author: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Size of a note's icon, in points. */
const ICON = 16;

function remarkAnnotation(
  { author, text, x, y }: PlacedRemark,
  { height, scale }: { readonly height: number; readonly scale: number },
): string {
  const [left, top] = [x * scale, (height - y) * scale];
  const rectangle = [left, top - ICON, left + ICON, top].map(pdfNumber).join(" ");
  return (
    `<< /Type /Annot /Subtype /Text /Rect [${rectangle}] /Contents ${pdfText(text)} ` +
    `/T ${pdfText(author)} /Name /Comment >>`
  );
}

/** How a page is started. */
interface PageStart {
  readonly scale?: number;
  /** By default the number after that of the page before. */
  readonly number?: number;
  /** See `formattedNumber`. */
  readonly numberFormat?: string;
}

interface PagePlace {
  readonly width: number;
  readonly height: number;
  readonly index: number;
  readonly tags: TagTree;
  readonly fonts: DocumentFonts;
  readonly number: PageNumber;
}

/** What was drawn on a page. */
interface PageDrawing {
  readonly content: string;
  /** What is drawn when the number of all pages is known. */
  readonly late: readonly ((total: number) => string)[];
  readonly remarks: readonly PlacedRemark[];
}

/** One page. Coordinates are in points from the upper left corner. */
export class PageCanvas {
  readonly #place: PagePlace;
  readonly #onEnd: (drawing: PageDrawing) => void;
  readonly #content: string[] = [];
  readonly #late: ((total: number) => string)[] = [];
  readonly #remarks: PlacedRemark[] = [];
  #glyphs = 0;
  #rules = 0;
  #length = 0;

  constructor(place: PagePlace, onEnd: (drawing: PageDrawing) => void) {
    this.#place = place;
    this.#onEnd = onEnd;
  }

  /**
   * Writes a line whose baseline is at `y`; without a tag it is an artifact, such as a page header, in which numbers of
   * pages are those of this document. Text of the document keeps the numbers that it has.
   */
  text(line: Line, at: { readonly x: number; readonly y: number }, tag: Tag | undefined): void {
    if (line.segments.length === 0) return;
    if (tag || !countsPages(line)) this.#marked(tag, this.#drawn(line, at));
    else if (countsAllPages(line)) this.#late.push((total) => artifact(this.#counted(line, at, total)));
    else this.#marked(tag, this.#counted(line, at, 0));
  }

  /** Whether so much is drawn that more might be too much for a reader of the page. */
  get isFull(): boolean {
    return this.#glyphs > MOST_GLYPHS || this.#rules > MOST_RULES || this.#length > MOST_CONTENT;
  }

  #counted(line: Line, at: { readonly x: number; readonly y: number }, total: number): string {
    const { number, fonts } = this.#place;
    return this.#drawn(countedLine(line, { number, total }, fonts), at);
  }

  #drawn({ segments }: Line, { x, y }: { readonly x: number; readonly y: number }): string {
    const parts = segments.map(({ x: offset, font, size, codes, isHidden }) => {
      this.#glyphs += codes.length / CODE_LENGTH;
      const place = `1 0 0 1 ${pdfNumber(x + offset)} ${pdfNumber(this.#place.height - y)} Tm`;
      const text = `/${font} ${pdfNumber(size)} Tf ${place} <${codes}> Tj`;
      return isHidden ? `1 g ${text} 0 g` : text;
    });
    return `BT ${parts.join("\n")} ET`;
  }

  picture(
    name: string,
    {
      x,
      y,
      width,
      height,
    }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
    tag: Tag | undefined,
  ): void {
    const bottom = this.#place.height - y - height;
    const matrix = [width, 0, 0, height, x, bottom].map(pdfNumber).join(" ");
    this.#marked(tag, `q ${matrix} cm /${name} Do Q`);
  }

  /** Adds a note that shows only when it is opened. */
  remark(remark: PlacedRemark): void {
    this.#remarks.push(remark);
  }

  /** Draws a ruling line. */
  rule(x0: number, y0: number, x1: number, y1: number): void {
    const { height } = this.#place;
    const path = `${pdfNumber(x0)} ${pdfNumber(height - y0)} m ${pdfNumber(x1)} ${pdfNumber(height - y1)} l S`;
    this.#add(artifact(`${RULE} w ${path}`));
    this.#rules++;
  }

  end(): void {
    this.#onEnd({ content: this.#content.join("\n"), late: this.#late, remarks: this.#remarks });
  }

  #marked(tag: Tag | undefined, content: string): void {
    if (!tag) this.#add(artifact(content));
    else {
      const id = this.#place.tags.mark(this.#place.index, tag);
      this.#add(`/${tag.type} <</MCID ${id}>> BDC ${content} EMC`);
    }
  }

  #add(content: string): void {
    this.#content.push(content);
    this.#length += content.length;
  }
}

/** Content that is no text of the document. */
function artifact(content: string): string {
  return `/Artifact BMC ${content} EMC`;
}
