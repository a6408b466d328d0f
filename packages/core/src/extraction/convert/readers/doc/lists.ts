import { NumberedLists, type ListLevel, type NumberedList } from "../../model/numbered-lists.ts";
import { changesIn, valueOf, CODES } from "./properties.ts";
import { LIST_OVERRIDES, LISTS, type WordStreams } from "./word-streams.ts";

/** Formats of numbers in the order of their codes ([MS-OSHARED] 2.2.1.3). */
const FORMATS = [
  "decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago",
  "ideographDigital japaneseCounting aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal",
  "japaneseDigitalTenThousand decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth",
  "decimalZero bullet ganada chosung decimalEnclosedFullstop decimalEnclosedParen",
  "decimalEnclosedCircleChinese ideographEnclosedCircle ideographTraditional ideographZodiac",
  "ideographZodiacTraditional taiwaneseCounting ideographLegalTraditional taiwaneseCountingThousand",
  "taiwaneseDigital chineseCounting chineseLegalSimplified chineseCountingThousand decimal koreanDigital",
  "koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha hebrew2 arabicAbjad hindiVowels",
  "hindiConsonants hindiNumbers hindiCounting thaiLetters thaiNumbers thaiCounting vietnameseCounting",
  "numberInDash russianLower russianUpper",
].flatMap((line) => line.split(" "));
const NONE = 255;

/** The format of numbers with this code ([MS-OSHARED], MSONFC). */
export function numberFormatOf(code: number): string {
  return code === NONE ? "none" : (FORMATS[code] ?? "decimal");
}

/** The flag of a level that shows the numbers above in digits. */
const LEGAL = 0x04;

const LIST_SIZE = 28;
const LEVEL_SIZE = 28;
const OVERRIDE_SIZE = 16;
const LEVELS = 9;

type Levels = ReadonlyMap<number, ListLevel>;

/** The lists of a Word document from before 2007, by their number in paragraphs. */
export function oldLists(streams: WordStreams): NumberedLists {
  const lists = definedLists(streams);
  const overrides = streams.structure(LIST_OVERRIDES);
  const count = overrides.length < 4 ? 0 : overrides.readUInt32LE(0);
  const numbered = new Map<string, NumberedList>();
  let at = 4 + count * OVERRIDE_SIZE;
  for (let index = 0; index < count && 4 + (index + 1) * OVERRIDE_SIZE <= overrides.length; index++) {
    const head = 4 + index * OVERRIDE_SIZE;
    const list = overrides.readUInt32LE(head);
    const changed = overriddenLevels(overrides, at + 4, overrides[head + 12] ?? 0);
    at = changed.end;
    const levels = new Map(lists.get(list));
    for (const { number, level, start } of changed.levels) {
      const own = level ?? levels.get(number);
      if (own) levels.set(number, { ...own, start: start ?? own.start });
    }
    const restarts = new Set(
      changed.levels.flatMap(({ number, start }) => (start === undefined ? [] : [number])),
    );
    numbered.set(String(index + 1), { counters: String(list), levels, restarts });
  }
  return new NumberedLists(numbered);
}

interface ChangedLevel {
  readonly number: number;
  readonly level: ListLevel | undefined;
  readonly start: number | undefined;
}

function overriddenLevels(
  bytes: Buffer,
  start: number,
  count: number,
): { readonly levels: readonly ChangedLevel[]; readonly end: number } {
  const levels: ChangedLevel[] = [];
  let at = start;
  while (levels.length < count && at + 8 <= bytes.length) {
    const flags = bytes.readUInt32LE(at + 4);
    const number = bytes.readInt32LE(at);
    at += 8;
    const defined = (flags & 0x20) === 0 ? undefined : levelAt(bytes, at);
    if (defined) at = defined.end;
    levels.push({
      number: flags & 0xf,
      level: defined?.level,
      start: (flags & 0x10) === 0 ? undefined : (defined?.level.start ?? number),
    });
  }
  return { levels, end: at };
}

/** The definitions of lists by their id. Their levels follow the structure itself. */
function definedLists({ structure, table }: WordStreams): ReadonlyMap<number, Levels> {
  const heads = structure(LISTS);
  const count = heads.length < 2 ? 0 : heads.readUInt16LE(0);
  let at = heads.byteOffset - table.byteOffset + heads.length;
  const lists = new Map<number, Levels>();
  for (let index = 0; index < count && 2 + (index + 1) * LIST_SIZE <= heads.length; index++) {
    const head = heads.subarray(2 + index * LIST_SIZE);
    const levels = new Map<number, ListLevel>();
    const isSimple = ((head[26] ?? 0) & 1) !== 0;
    for (let number = 0; number < (isSimple ? 1 : LEVELS); number++) {
      const read = levelAt(table, at);
      if (!read) return lists;
      levels.set(number, read.level);
      at = read.end;
    }
    lists.set(head.readUInt32LE(0), levels);
  }
  return lists;
}

/** Reads the definition of a level; undefined if it is cut off. */
function levelAt(bytes: Buffer, at: number): { readonly level: ListLevel; readonly end: number } | undefined {
  if (at + LEVEL_SIZE > bytes.length) return undefined;
  const [ofCharacters = 0, ofParagraph = 0] = bytes.subarray(at + 24, at + 26);
  const textAt = at + LEVEL_SIZE + ofParagraph + ofCharacters;
  if (textAt + 2 > bytes.length) return undefined;
  const end = textAt + 2 + 2 * bytes.readUInt16LE(textAt);
  const template = bytes.toString("utf16le", textAt + 2, end);
  return {
    level: {
      start: bytes.readInt32LE(at),
      format: numberFormatOf(bytes[at + 4] ?? 0),
      // Places of numbers hold the number of their level.
      text: Array.from(template, templatePart).join(""),
      ...(((bytes[at + 5] ?? 0) & LEGAL) !== 0 && { isLegal: true as const }),
      indent: indentOf(bytes.subarray(at + LEVEL_SIZE, at + LEVEL_SIZE + ofParagraph)),
    },
    end,
  };
}

function templatePart(character: string): string {
  const code = character.charCodeAt(0);
  return code < LEVELS ? `%${code + 1}` : character;
}

function indentOf(list: Buffer): number {
  let [left, firstLine] = [0, 0];
  for (const change of changesIn(list)) {
    if (change.code === CODES.left80 || change.code === CODES.left) left = valueOf(change) / 20;
    if (change.code === CODES.firstLine80 || change.code === CODES.firstLine)
      firstLine = valueOf(change) / 20;
  }
  return Math.max(0, left + firstLine);
}
