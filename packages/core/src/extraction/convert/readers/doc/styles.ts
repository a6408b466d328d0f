import type { Align } from "../../model/flow-document.ts";
import { changesIn, valueOf, type Change, CODES } from "./properties.ts";
import { STYLES, type WordStreams } from "./word-streams.ts";

export interface CharacterStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly size: number;
  /** Hidden, or deleted while changes were tracked. */
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  /** The character of a symbol font, in its private range. */
  readonly symbol: number | undefined;
}

export interface ParagraphStyle {
  readonly level: number;
  readonly align: Align;
  /** Lengths are in points. */
  readonly left: number;
  readonly firstLine: number;
  readonly breaksPage: boolean;
  /** The number of a list, counted from 1; 0 for none. */
  readonly list: number;
  readonly listLevel: number;
}

const PLAIN_CHARACTERS: CharacterStyle = {
  bold: false,
  italic: false,
  size: 10,
  isHidden: false,
  isDeleted: false,
  symbol: undefined,
};

const PLAIN_PARAGRAPH: ParagraphStyle = {
  level: 0,
  align: "left",
  left: 0,
  firstLine: 0,
  breaksPage: false,
  list: 0,
  listLevel: 0,
};

interface Style {
  readonly builtIn: number;
  readonly base: number;
  readonly paragraph: Buffer;
  readonly characters: Buffer;
}

/** Styles inherit from one another at most so often. */
const MAX_INHERITANCE = 20;

/** The styles of a Word document from before 2007. */
export class DocStyles {
  readonly #styles: readonly (Style | undefined)[];

  constructor(streams: WordStreams) {
    this.#styles = stylesOf(streams.structure(STYLES));
  }

  /** The style of a paragraph whose properties begin with the number of its style. */
  paragraph(list: Buffer): { readonly style: ParagraphStyle; readonly characters: CharacterStyle } {
    const number = list.length >= 2 ? list.readUInt16LE(0) : 0;
    const chain = this.#chain(number);
    let style = PLAIN_PARAGRAPH;
    for (const { paragraph, builtIn } of chain) {
      const level = levelOf(builtIn) ?? style.level;
      style = withParagraphChanges({ ...style, level }, paragraph);
    }
    return {
      style: withParagraphChanges(style, list.subarray(2)),
      characters: chain.reduce(
        (inherited, { characters }) => withCharacterChanges(inherited, characters),
        PLAIN_CHARACTERS,
      ),
    };
  }

  /** The style of characters with these properties in text of the style `base`. */
  characters(list: Buffer, base: CharacterStyle): CharacterStyle {
    let [style, inherited] = [{ ...base }, base];
    for (const change of changesIn(list)) {
      if (change.code === CODES.characterStyle) {
        style = this.#chain(valueOf(change)).reduce(
          (before, { characters }) => withCharacterChanges(before, characters),
          style,
        );
        inherited = { ...style };
      } else Object.assign(style, characterChange(change, inherited));
    }
    return style;
  }

  /** A style after those that it inherits from. */
  #chain(number: number): readonly Style[] {
    const chain: Style[] = [];
    let style = this.#styles[number];
    while (style && chain.length < MAX_INHERITANCE) {
      chain.unshift(style);
      style = this.#styles[style.base];
    }
    return chain;
  }
}

/** Built-in styles are numbered: 1 to 9 are headings, 62 is the title. */
function levelOf(builtIn: number): number | undefined {
  if (builtIn >= 1 && builtIn <= 9) return Math.min(builtIn, 6);
  return builtIn === 62 ? 1 : undefined;
}

/** A switch may be on, off, as in the style, or the opposite of it. */
function switched(change: Change, inherited: boolean): boolean {
  const value = valueOf(change) & 0xff;
  if (value === 0x80) return inherited;
  return value === 0x81 ? !inherited : value !== 0;
}

/** Changes in a style; it refers to no other one. */
function withCharacterChanges(base: CharacterStyle, list: Buffer): CharacterStyle {
  const style = { ...base };
  for (const change of changesIn(list)) Object.assign(style, characterChange(change, base));
  return style;
}

function characterChange(change: Change, inherited: CharacterStyle): Partial<CharacterStyle> {
  switch (change.code) {
    case CODES.bold:
      return { bold: switched(change, inherited.bold) };
    case CODES.italic:
      return { italic: switched(change, inherited.italic) };
    case CODES.hidden:
      return { isHidden: switched(change, inherited.isHidden) };
    case CODES.deleted:
      return { isDeleted: valueOf(change) !== 0 };
    case CODES.size:
      return { size: Math.min(Math.max(valueOf(change) / 2, 4), 72) };
    case CODES.symbol:
      return { symbol: change.operand.readUInt16LE(2) };
    default:
      return {};
  }
}

const ALIGNMENTS: readonly Align[] = ["left", "center", "right", "left"];

function withParagraphChanges(base: ParagraphStyle, list: Buffer): ParagraphStyle {
  const style = { ...base };
  for (const change of changesIn(list)) Object.assign(style, paragraphChange(change));
  return style;
}

function paragraphChange(change: Change): Partial<ParagraphStyle> {
  const value = valueOf(change);
  switch (change.code) {
    case CODES.alignment80:
    case CODES.alignment:
      return { align: ALIGNMENTS[value] ?? "left" };
    case CODES.outlineLevel:
      return { level: value <= 5 ? value + 1 : 0 };
    case CODES.left80:
    case CODES.left:
      return { left: value / 20 };
    case CODES.firstLine80:
    case CODES.firstLine:
      return { firstLine: value / 20 };
    case CODES.breaksPage:
      return { breaksPage: value !== 0 };
    case CODES.listLevel:
      return { listLevel: value };
    case CODES.list:
      return { list: value };
    default:
      return {};
  }
}

const PARAGRAPH_STYLE = 1;
const CHARACTER_STYLE = 2;
const NO_BASE = 0xfff;

function stylesOf(structure: Buffer): readonly (Style | undefined)[] {
  if (structure.length < 6) return [];
  const headerSize = structure.readUInt16LE(0);
  const [count, baseSize] = [structure.readUInt16LE(2), structure.readUInt16LE(4)];
  const styles: (Style | undefined)[] = [];
  let at = 2 + headerSize;
  while (styles.length < count && at + 2 <= structure.length) {
    const size = structure.readUInt16LE(at);
    styles.push(styleOf(structure.subarray(at + 2, at + 2 + size), baseSize));
    at += 2 + size + (size % 2);
  }
  return styles;
}

function styleOf(bytes: Buffer, baseSize: number): Style | undefined {
  if (bytes.length < baseSize + 2) return undefined;
  const [kind, base] = [bytes.readUInt16LE(2) & 0xf, bytes.readUInt16LE(2) >> 4];
  const lists = propertiesOf(bytes, baseSize + 2 * (bytes.readUInt16LE(baseSize) + 2));
  const [first = bytes.subarray(0, 0), second = first.subarray(0, 0)] = lists;
  return {
    builtIn: bytes.readUInt16LE(0) & 0xfff,
    base: base === NO_BASE ? -1 : base,
    paragraph: kind === PARAGRAPH_STYLE ? first.subarray(2) : first.subarray(0, 0),
    characters: kind === PARAGRAPH_STYLE ? second : kind === CHARACTER_STYLE ? first : first.subarray(0, 0),
  };
}

/** The lists of properties of a style, each with its length. */
function propertiesOf(bytes: Buffer, start: number): readonly Buffer[] {
  const lists: Buffer[] = [];
  let at = start;
  while (at + 2 <= bytes.length) {
    const size = bytes.readUInt16LE(at);
    lists.push(bytes.subarray(at + 2, at + 2 + size));
    at += 2 + size + (size % 2);
  }
  return lists;
}
