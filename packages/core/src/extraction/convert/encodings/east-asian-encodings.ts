import { strictlyDecoded } from "./strictly-decoded.ts";

/** A character of two bytes is common if it is in the part of its encoding that has the most used ones. */
interface EastAsianEncoding {
  readonly label: string;
  readonly isCommon: (first: number, second: number) => boolean;
  /** Characters of which a text has some: without them, it is in another encoding. */
  readonly needs?: (first: number, second: number) => boolean;
}

const within = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** The second byte in encodings that are made of rows of 94 characters. */
const isInRow = (second: number): boolean => within(second, 0xa1, 0xfe);

/**
 * The encodings, the one with the fewest common characters first: of two that fit equally, it is the less probable one by
 * chance. Punctuation and, except in Japanese, kana and letters count for none of them.
 */
const ENCODINGS: readonly EastAsianEncoding[] = [
  // Syllables of Korean.
  {
    label: "euc-kr",
    isCommon: (first, second) => within(first, 0xb0, 0xc8) && isInRow(second),
    // A few bytes of Chinese are syllables as well, but rarely those that Korean is made of.
    needs: (first, second) => frequentSyllables().has(`${first},${second}`),
  },
  // Kana, and the kanji of the first level.
  { label: "shift_jis", isCommon: (first) => within(first, 0x82, 0x83) || within(first, 0x88, 0x97) },
  {
    label: "euc-jp",
    isCommon: (first, second) => (within(first, 0xa4, 0xa5) || within(first, 0xb0, 0xcf)) && isInRow(second),
    // Kana: without them, the same bytes are Chinese.
    needs: (first) => within(first, 0xa4, 0xa5),
  },
  // The hanzi of the first level, traditional and simplified.
  {
    label: "big5",
    isCommon: (first) => within(first, 0xa4, 0xc6),
    // Two in five; the hanzi of GBK's first level have none.
    needs: (_, second) => second < 0x80,
  },
  { label: "gbk", isCommon: (first, second) => within(first, 0xb0, 0xd7) && isInRow(second) },
];

/** The most frequent syllables of Korean, of which names of a few syllables have one. */
const SYLLABLES =
  "이다는의에가고을를한하은지기로도사그대자아어들리인시일나서것해수있정게만부상보주제전적여과동장안성국오유공중민경선내연무" +
  "조학소세관년원비입신금용생구화문우발물회계방업면산되미법속실개당반분강타러위던스말간현음단력북남행차모명각통체건식울표급" +
  "권총견번호등록합액직교재양진영최박김윤임";

let knownSyllables: ReadonlySet<string> | undefined;

/** Found with the first text that needs them, because it takes time at each start that most processes can save. */
function frequentSyllables(): ReadonlySet<string> {
  knownSyllables ??= syllableBytes();
  return knownSyllables;
}

/** The syllables as their two bytes: of Korean, programs only decode. */
function syllableBytes(): ReadonlySet<string> {
  const wanted = new Set(SYLLABLES);
  const decoder = new TextDecoder("euc-kr");
  const found = new Set<string>();
  for (let first = 0xb0; first <= 0xc8; first++) {
    for (let second = 0xa1; second <= 0xfe; second++) {
      if (wanted.has(decoder.decode(Uint8Array.of(first, second)))) found.add(`${first},${second}`);
    }
  }
  return found;
}

/** At least this part of the characters has to be common. */
const SURE = 0.9;

/**
 * The East Asian encoding that the bytes are in, by how common their characters would be; undefined if they are in none.
 * Detection by statistics of bytes needs more text than a small table or a list of file names has.
 */
export function eastAsianEncoding(bytes: Uint8Array): string | undefined {
  const rated = ENCODINGS.map((encoding) => ({ label: encoding.label, share: commonShare(bytes, encoding) }));
  const best = rated.reduce((one, other) => (other.share > one.share ? other : one));
  return best.share >= SURE ? best.label : undefined;
}

/** The part of its characters of two bytes that are common; 0 if the bytes cannot be in this encoding. */
function commonShare(bytes: Uint8Array, { label, isCommon, needs }: EastAsianEncoding): number {
  if (strictlyDecoded(bytes, label) === undefined) return 0;
  let isFound = needs === undefined;
  let characters = 0;
  let common = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    if (isSingle(first, label)) continue;
    const second = bytes[++at] ?? 0;
    if (isPunctuation(first, label)) continue;
    characters++;
    isFound ||= needs?.(first, second) === true;
    // Between letters of ASCII, they are letters of a Western text.
    const isAlone = isLetter(bytes[at - 2]) && isLetter(bytes[at + 1]);
    if (isCommon(first, second) && !isAlone) common++;
  }
  return characters === 0 || !isFound ? 0 : common / characters;
}

function isPunctuation(first: number, label: string): boolean {
  return label === "shift_jis" ? first === 0x81 : within(first, 0xa1, 0xa3);
}

/** Kana of half width. */
function isSingle(first: number, label: string): boolean {
  return label === "shift_jis" && within(first, 0xa1, 0xdf);
}

function isLetter(byte = 0): boolean {
  return within(byte | 0x20, 0x61, 0x7a);
}
