import { CFB } from "@e965/xlsx";

/** A paragraph, or a cell or row, of a made Word document from before 2007. */
export interface OldParagraph {
  /** Without the character at its end. */
  readonly text: string;
  /** By default the end of a paragraph. */
  readonly end?: "\r" | "\x07" | "\f";
  readonly style?: number;
  readonly changes?: readonly Buffer[];
  /** Changes of the characters from `start` up to `end` of the paragraph. */
  readonly characters?: readonly { readonly start: number; readonly end: number; readonly change: Buffer }[];
}

/** Parts of the text in their order, the body first, as paragraphs. */
export interface DocParts {
  readonly body: readonly OldParagraph[];
  readonly footnotes?: readonly OldParagraph[];
  readonly headers?: readonly OldParagraph[];
  readonly boxes?: readonly OldParagraph[];
  /** Structures of the table stream by their number. */
  readonly structures?: Readonly<Record<number, Buffer>>;
  /** What follows the structure in the table stream without being part of it. */
  readonly after?: Readonly<Record<number, Buffer>>;
  /** Bytes at a place of the main stream below 2048, such as the properties of a section. */
  readonly inMain?: { readonly at: number; readonly bytes: Buffer };
  /** What the table stream begins with. */
  readonly tableStart?: Buffer;
  /** The data stream, which has the pictures. */
  readonly data?: Buffer;
  /** Flags of the header. */
  readonly flags?: number;
}

export function change(code: number, ...operand: readonly number[]): Buffer {
  return Buffer.from([code & 0xff, code >> 8, ...operand]);
}

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, 2 * index);
  return bytes;
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
}

const TEXT_AT = 2048;
const PAGE = 512;
const FLAGS = 0x0200;

/** A Word document from before 2007 of these paragraphs, whose properties fit into one page each. */
export function oldWordFile(parts: DocParts): Uint8Array {
  const stories = [parts.body, parts.footnotes ?? [], parts.headers ?? [], [], [], [], parts.boxes ?? []];
  const paragraphs = stories.flat();
  const text = paragraphs.map(written).join("");
  const pagesAt = Math.ceil((TEXT_AT + 2 * text.length) / PAGE) * PAGE;
  const main = Buffer.alloc(pagesAt + 2 * PAGE);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(FLAGS | (parts.flags ?? 0), 10);
  for (const [index, story] of stories.entries())
    main.writeUInt32LE(story.map(written).join("").length, 76 + 4 * index);
  main.write(text, TEXT_AT, "utf16le");
  parts.inMain?.bytes.copy(main, parts.inMain.at);
  paragraphPage(paragraphs).copy(main, pagesAt);
  characterPage(paragraphs).copy(main, pagesAt + PAGE);
  const pieces = Buffer.concat([u32(0, text.length), u16(0), u32(TEXT_AT), u16(0)]);
  const table = tableOf(main, parts, {
    12: u32(TEXT_AT, TEXT_AT + 2 * text.length, pagesAt / PAGE + 1),
    13: u32(TEXT_AT, TEXT_AT + 2 * text.length, pagesAt / PAGE),
    33: Buffer.concat([Buffer.from([2]), u32(pieces.length), pieces]),
  });
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, "/WordDocument", main);
  CFB.utils.cfb_add(file, "/1Table", table);
  if (parts.data) CFB.utils.cfb_add(file, "/Data", parts.data);
  return new Uint8Array(Buffer.from(CFB.write(file, { type: "buffer" })));
}

function written({ text, end = "\r" }: OldParagraph): string {
  return text + end;
}

function tableOf(
  main: Buffer,
  { structures, after, tableStart = Buffer.alloc(0) }: DocParts,
  own: Readonly<Record<number, Buffer>>,
): Buffer {
  const blocks: Buffer[] = [tableStart];
  let at = tableStart.length;
  for (const [number, structure] of Object.entries({ ...own, ...structures })) {
    main.writeUInt32LE(at, 154 + 8 * Number(number));
    main.writeUInt32LE(structure.length, 158 + 8 * Number(number));
    const following = after?.[Number(number)] ?? Buffer.alloc(0);
    blocks.push(structure, following);
    at += structure.length + following.length;
  }
  return Buffer.concat(blocks);
}

interface Properties {
  readonly end: number;
  readonly list: Buffer;
}

function paragraphPage(paragraphs: readonly OldParagraph[]): Buffer {
  let at = 0;
  const properties = paragraphs.map((paragraph): Properties => {
    at += written(paragraph).length;
    const list = Buffer.concat([u16(paragraph.style ?? 0), ...(paragraph.changes ?? [])]);
    const even = list.length % 2 === 0 ? list : Buffer.concat([list, Buffer.alloc(1)]);
    return { end: at, list: Buffer.concat([Buffer.from([0, even.length / 2]), even]) };
  });
  return pageOf(properties, 13);
}

function characterPage(paragraphs: readonly OldParagraph[]): Buffer {
  const properties: Properties[] = [];
  let at = 0;
  const none = Buffer.from([0]);
  for (const paragraph of paragraphs) {
    for (const { start, end, change: list } of paragraph.characters ?? []) {
      properties.push({ end: at + start, list: none });
      properties.push({ end: at + end, list: Buffer.concat([Buffer.from([list.length]), list]) });
    }
    at += written(paragraph).length;
    properties.push({ end: at, list: none });
  }
  return pageOf(properties, 1);
}

/** A page of properties: the ends of their ranges, where they are, and from its end the properties. */
function pageOf(properties: readonly Properties[], width: number): Buffer {
  const page = Buffer.alloc(PAGE);
  page.writeUInt8(properties.length, PAGE - 1);
  page.writeUInt32LE(TEXT_AT, 0);
  let free = PAGE - 2;
  for (const [index, { end, list }] of properties.entries()) {
    page.writeUInt32LE(TEXT_AT + 2 * end, 4 * (index + 1));
    free = (free - list.length) & ~1;
    list.copy(page, free);
    page.writeUInt8(free / 2, 4 * (properties.length + 1) + index * width);
  }
  return page;
}
