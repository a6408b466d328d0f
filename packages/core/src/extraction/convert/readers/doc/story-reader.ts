import { paragraph, type Block, type Paragraph, type Run } from "../../model/flow-document.ts";
import { shownMarker, type NumberedLists } from "../../model/numbered-lists.ts";
import { pageCountOf } from "../../model/page-counts.ts";
import { symbolOf } from "../../model/symbols.ts";
import { TableFlow } from "../../model/table-flow.ts";
import { checkBoxState } from "./form-fields.ts";
import { CHARACTER_FORMATS, Formats, PARAGRAPH_FORMATS } from "./formats.ts";
import { oldLists } from "./lists.ts";
import { inlinePicture } from "./pictures.ts";
import { rowShape, tablePlace } from "./rows.ts";
import { DocStyles, type CharacterStyle, type ParagraphStyle } from "./styles.ts";
import type { Range } from "./position-ranges.ts";
import { changesIn, CODES } from "./properties.ts";
import { CHARACTER_PAGES, PARAGRAPH_PAGES, type WordStreams } from "./word-streams.ts";
import type { WordText } from "./word-text.ts";

/** What stands at a position of the text: the mark of a note, or what floats beside its paragraph. */
export type Anchored = string | readonly Block[];

const CELL_END = "\x07";
const PAGE_BREAK = "\f";
const PICTURE = "\x01";
const FIELD_BEGIN = "\x13";
const FIELD_SEPARATOR = "\x14";
const FIELD_END = "\x15";

/** An open field: its code until the separator, then its result. */
interface Field {
  code: string;
  isResult: boolean;
  /** The number of pages that it is has been added. */
  isShown: boolean;
}

/** Reads ranges of the text of a Word document from before 2007. */
export class StoryReader {
  readonly #streams: WordStreams;
  readonly #text: WordText;
  readonly #anchored: (position: number) => Anchored | undefined;
  readonly #characters: Formats;
  readonly #paragraphs: Formats;
  readonly #styles: DocStyles;
  readonly #lists: NumberedLists;

  constructor(streams: WordStreams, text: WordText, anchored: (position: number) => Anchored | undefined) {
    this.#streams = streams;
    this.#text = text;
    this.#anchored = anchored;
    this.#characters = new Formats(streams, CHARACTER_PAGES, CHARACTER_FORMATS);
    this.#paragraphs = new Formats(streams, PARAGRAPH_PAGES, PARAGRAPH_FORMATS);
    this.#styles = new DocStyles(streams);
    this.#lists = oldLists(streams);
  }

  blocks(range: Range): readonly Block[] {
    const end = Math.min(range.end, this.#text.text.length);
    const flow = new TableFlow();
    const fields: Field[] = [];
    let at = range.start;
    while (at < end) {
      const stop = this.#paragraphEnd(at, end);
      this.#readParagraph({ start: at, end: stop }, flow, fields);
      // The break after a section ends its range.
      if (this.#text.text[stop] === PAGE_BREAK && stop + 1 < end) flow.add({ kind: "page-break" }, 0);
      at = stop + 1;
    }
    return flow.blocks();
  }

  #paragraphEnd(start: number, end: number): number {
    const { text } = this.#text;
    for (let at = start; at < end; at++) {
      const character = text[at];
      if (character === "\r" || character === CELL_END || character === PAGE_BREAK) return at;
    }
    return end - 1;
  }

  #readParagraph(range: Range, flow: TableFlow, fields: Field[]): void {
    const list = this.#paragraphList(range.end);
    const place = tablePlace(list.subarray(2));
    const isCellEnd = this.#text.text[range.end] === CELL_END;
    if (place.endsRow) {
      flow.endRow(place.depth, rowShape(list.subarray(2)));
      return;
    }
    const { style, characters } = this.#styles.paragraph(list);
    const content = this.#content(range, characters, fields);
    const mark = this.#styles.characters(this.#characterList(range.end), characters);
    // A paragraph that was deleted while changes were tracked.
    if (mark.isDeleted && content.runs.length === 0 && !isCellEnd) return;
    if (style.breaksPage && place.depth === 0) flow.add({ kind: "page-break" }, 0);
    flow.add(this.#paragraph(content.runs, style, characters), place.depth);
    for (const block of content.floating) flow.add(block, place.depth);
    if (isCellEnd || place.endsInnerCell) flow.endCell(place.depth);
  }

  /** Properties that are too many for their page are in the data stream. */
  #paragraphList(position: number): Buffer {
    const list = this.#paragraphs.at(this.#text.offsetOf(position));
    for (const { code, operand } of changesIn(list.subarray(2))) {
      if (code !== CODES.longList && code !== CODES.longList80) continue;
      const { data } = this.#streams;
      const at = operand.readUInt32LE(0);
      if (at + 2 > data.length) continue;
      return Buffer.concat([list.subarray(0, 2), data.subarray(at + 2, at + 2 + data.readUInt16LE(at))]);
    }
    return list;
  }

  #characterList(position: number): Buffer {
    return this.#characters.at(this.#text.offsetOf(position));
  }

  #paragraph(runs: readonly Run[], style: ParagraphStyle, { size }: CharacterStyle): Paragraph {
    const hasText = runs.length > 0;
    const marker =
      style.list > 0 ? this.#lists.next({ id: String(style.list), level: style.listLevel }) : undefined;
    const level = hasText ? style.level : 0;
    const indent = Math.max(0, style.left + style.firstLine);
    return paragraph(hasText ? runs : [{ text: "", size, bold: false, italic: false }], {
      level,
      marker: shownMarker(marker?.text ?? "", hasText),
      indent: Math.min(indent === 0 ? (marker?.indent ?? 0) : indent, 250),
      align: style.align,
      spaceBefore: level > 0 ? 8 : 0,
    });
  }

  #content(
    { start, end }: Range,
    base: CharacterStyle,
    fields: Field[],
  ): { readonly runs: readonly Run[]; readonly floating: readonly Block[] } {
    const runs: Run[] = [];
    const floating: Block[] = [];
    let list: Buffer | undefined;
    let style = base;
    for (let at = start; at < end + 1; at++) {
      const character = this.#text.text[at] ?? "";
      if (at === end && (character === "\r" || character === CELL_END || character === PAGE_BREAK)) break;
      const own = this.#characterList(at);
      if (own !== list) {
        list = own;
        style = this.#styles.characters(own, base);
      }
      if (style.isDeleted) continue;
      const anchored = this.#anchored(at);
      const text =
        typeof anchored === "string" ? anchored : this.#shown(character, { style, list: own, fields });
      if (typeof anchored === "object") floating.push(...anchored);
      if (character === PICTURE && text === "" && !style.isHidden)
        floating.push(...inlinePicture(own, this.#streams));
      if (!style.isHidden) addShown(runs, text, { style, fields });
    }
    return { runs, floating };
  }

  /** What a character shows. Of fields, only the results are shown. */
  #shown(
    character: string,
    {
      style,
      list,
      fields,
    }: { readonly style: CharacterStyle; readonly list: Buffer; readonly fields: Field[] },
  ): string {
    if (isFieldCharacter(character, fields)) return "";
    const field = fields.at(-1);
    const state =
      character === "\x01" && field ? checkBoxState(field.code, list, this.#streams.data) : undefined;
    if (state !== undefined) return state;
    if (fields.some(({ isResult }) => !isResult)) {
      if (field) field.code += character;
      return "";
    }
    if (style.symbol !== undefined && character === "(") return symbolOf(style.symbol);
    return SPECIAL[character] ?? (character < " " ? "" : privateCharacter(character));
  }
}

/** Opens and closes fields; false for other characters. */
function isFieldCharacter(character: string, fields: Field[]): boolean {
  const last = fields.at(-1);
  if (character === FIELD_BEGIN) fields.push({ code: "", isResult: false, isShown: false });
  else if (character === FIELD_END) fields.pop();
  else if (character !== FIELD_SEPARATOR) return false;
  else if (last) last.isResult = true;
  return true;
}

const SPECIAL: Readonly<Record<string, string>> = {
  "\t": "\t",
  "\v": "\n",
  "\x0e": "\n",
  "\x1e": "\u2011",
};

/** Adds what a character shows; the number of a page is added once, however many digits the file has for it. */
function addShown(
  runs: Run[],
  text: string,
  { style, fields }: { readonly style: CharacterStyle; readonly fields: readonly Field[] },
): void {
  const field = fields.find(({ code }) => pageCountOf(code) !== undefined);
  const count = field && pageCountOf(field.code);
  if (!field || !count) add(runs, text, style);
  else if (text !== "" && !field.isShown) {
    const { size, bold, italic } = style;
    runs.push({ text, size, bold, italic, count });
    field.isShown = true;
  }
}

function privateCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0xf000 && code <= 0xf0ff ? symbolOf(code) : character;
}

function add(runs: Run[], text: string, { size, bold, italic }: CharacterStyle): void {
  if (text === "") return;
  const last = runs.at(-1);
  if (last && !last.count && last.size === size && last.bold === bold && last.italic === italic)
    runs[runs.length - 1] = { ...last, text: last.text + text };
  else runs.push({ text, size, bold, italic });
}
