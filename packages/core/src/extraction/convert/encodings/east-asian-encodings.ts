/** A character of two bytes is common if it is in the part of its encoding that has the most used ones. */
interface EastAsianEncoding {
  readonly label: string;
  readonly isCommon: (first: number, second: number) => boolean;
  /** The first bytes of characters of which a text has some: without them, it is in another encoding. */
  readonly needs?: (first: number) => boolean;
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
  { label: "euc-kr", isCommon: (first, second) => within(first, 0xb0, 0xc8) && isInRow(second) },
  // Kana, and the kanji of the first level.
  { label: "shift_jis", isCommon: (first) => within(first, 0x82, 0x83) || within(first, 0x88, 0x97) },
  {
    label: "euc-jp",
    isCommon: (first, second) => (within(first, 0xa4, 0xa5) || within(first, 0xb0, 0xcf)) && isInRow(second),
    // Kana: without them, the same bytes are Chinese.
    needs: (first) => within(first, 0xa4, 0xa5),
  },
  // The hanzi of the first level, traditional and simplified.
  { label: "big5", isCommon: (first) => within(first, 0xa4, 0xc6) },
  { label: "gbk", isCommon: (first, second) => within(first, 0xb0, 0xd7) && isInRow(second) },
];

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
  if (!isValid(bytes, label)) return 0;
  let isFound = needs === undefined;
  let characters = 0;
  let common = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const second = bytes[++at] ?? 0;
    if (isPunctuation(first, label)) continue;
    characters++;
    isFound ||= needs?.(first) === true;
    // Between letters of ASCII, they are letters of a Western text.
    const isAlone = isLetter(bytes[at - 2]) && isLetter(bytes[at + 1]);
    if (isCommon(first, second) && !isAlone) common++;
  }
  return characters === 0 || !isFound ? 0 : common / characters;
}

function isPunctuation(first: number, label: string): boolean {
  return label === "shift_jis" ? first === 0x81 : within(first, 0xa1, 0xa3);
}

function isLetter(byte = 0): boolean {
  return within(byte | 0x20, 0x61, 0x7a);
}

function isValid(bytes: Uint8Array, label: string): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
