import { heading, paragraph, run, type Block } from "../../model/flow-document.ts";
import type { IworkObject } from "./iwork-objects.ts";
import { messagesOf, numberIn } from "./protobuf.ts";

/** The type of objects that hold the text of one flow, such as the body of a document or a text box. */
const STORAGE = 2001;

/** What a text is of. */
export const TEXT_KINDS = { body: 0, header: 1, footnote: 2, note: 4 } as const;

const TEXT_BOX = 3;

/** A text of an iWork document. */
export interface IworkText {
  readonly file: string;
  /** One of `TEXT_KINDS`, or another one. */
  readonly kind: number;
  readonly blocks: readonly Block[];
}

/** The texts among these objects that are not empty. */
export function iworkTexts(
  objects: readonly IworkObject[],
  byId: ReadonlyMap<number, IworkObject>,
): readonly IworkText[] {
  return objects
    .filter(({ type }) => type === STORAGE)
    .map(({ file, message }) => ({
      file,
      kind: numberIn(message, 1) ?? TEXT_BOX,
      blocks: blocksOf(message, byId),
    }))
    .filter(({ blocks }) => blocks.length > 0);
}

/** Signs that end paragraphs, beside line ends: ends of sections, pages and columns. */
const BREAKS = ["\u0004", "\u0005", "\u0006"] as const;

/** Anchors of drawings and footnotes, and other signs without a glyph. */
const ANCHORS = /\ufffc|(?!\t)\p{Cc}/gu;

function blocksOf(message: Uint8Array, byId: ReadonlyMap<number, IworkObject>): readonly Block[] {
  const text = messagesOf(message, 3)
    .map((part) => Buffer.from(part).toString("utf8"))
    .join("");
  const levels = new ParagraphLevels(message, byId);
  const blocks: Block[] = [];
  let at = 0;
  for (const line of withLineEnds(text).split("\n")) {
    const shown = line.replaceAll(ANCHORS, "").replaceAll("\u2028", "\n");
    const level = levels.at(at);
    at += line.length + 1;
    if (shown.trim() !== "") blocks.push(level > 0 ? heading(level, shown) : paragraph([run(shown)]));
  }
  return blocks;
}

function withLineEnds(text: string): string {
  return BREAKS.reduce((changed, sign) => changed.replaceAll(sign, "\n"), text);
}

/** Fields of a text: its paragraph styles; of their table: entries with a place and a style. */
const PARAGRAPH_STYLES = 5;
const ENTRIES = 1;
const STYLE = 2;

/** The levels of headings, by the names of their styles: "Title", "Heading", "Heading 2". */
class ParagraphLevels {
  readonly #levels: readonly (readonly [start: number, level: number])[];
  #next = 0;
  #level = 0;

  constructor(text: Uint8Array, byId: ReadonlyMap<number, IworkObject>) {
    const entries = messagesOf(messagesOf(text, PARAGRAPH_STYLES)[0], ENTRIES);
    this.#levels = entries.flatMap((entry) => {
      const style = referenceIn(entry, STYLE);
      // A paragraph without an own style has that of the one before.
      return style === undefined ? [] : [[numberIn(entry, 1) ?? 0, levelOf(style, byId)] as const];
    });
  }

  /** The level of the paragraph that starts there; called from the start of the text to its end. */
  at(start: number): number {
    for (; (this.#levels[this.#next]?.[0] ?? Infinity) <= start; this.#next++)
      this.#level = this.#levels[this.#next]?.[1] ?? 0;
    return this.#level;
  }
}

/** Styles inherit from one another at most so often. */
const MAX_INHERITANCE = 20;

/** Fields of a style: what all styles have; of that: its name and the style that it changes. */
const COMMON = 1;
const NAME = 1;
const PARENT = 3;

function levelOf(id: number, byId: ReadonlyMap<number, IworkObject>, depth = 0): number {
  const style = messagesOf(byId.get(id)?.message, COMMON)[0];
  if (!style || depth > MAX_INHERITANCE) return 0;
  const name = Buffer.from(messagesOf(style, NAME)[0] ?? []).toString("utf8");
  // Styles that change another one for some paragraphs have no name.
  const parent = referenceIn(style, PARENT);
  if (name === "" && parent !== undefined) return levelOf(parent, byId, depth + 1);
  if (/^title$/i.test(name)) return 1;
  const [, number] = /^heading(?: (\d))?$/i.exec(name) ?? [];
  return name.toLowerCase().startsWith("heading") ? Math.min(Number(number ?? 1), 6) || 0 : 0;
}

/** The number of the object to which a field refers. */
export function referenceIn(message: Uint8Array | undefined, field: number): number | undefined {
  return numberIn(messagesOf(message, field)[0], 1);
}
