import { encodingOfCharset } from "../../encodings/character-encodings.ts";

/** Where the header of the main stream has what is needed to decode the text. */
const AT = { language: 6, characterSet: 20, fonts: 0xd0 } as const;

const MACINTOSH = 256;

/** Encodings by the language of the program; Western Europe if it is none of these. */
const ENCODINGS: Readonly<Record<number, string>> = {
  0x01: "windows-1256",
  0x05: "windows-1250",
  0x08: "windows-1253",
  0x0d: "windows-1255",
  0x0e: "windows-1250",
  0x15: "windows-1250",
  0x18: "windows-1250",
  0x19: "windows-1251",
  0x1b: "windows-1250",
  0x1f: "windows-1254",
  0x22: "windows-1251",
  0x24: "windows-1250",
};

const WESTERN = "windows-1252";

/**
 * Decodes the text of a document of Word 6 or 95.
 *
 * @param isWide whether a character has two bytes, as in documents of the versions for East Asia
 */
export function word95Text(main: Buffer, bytes: Buffer, isWide: boolean): string {
  if (isWide) return wideText(bytes, fontEncodings(main)[0] ?? WESTERN);
  if (main.readUInt16LE(AT.characterSet) === MACINTOSH) return new TextDecoder("macintosh").decode(bytes);
  const own = ENCODINGS[main.readUInt16LE(AT.language) & 0x3ff];
  // Documents in another script than that of the program's language show it by their fonts.
  const byFonts = own === undefined && isMostlyHigh(bytes) ? fontEncodings(main)[0] : undefined;
  return new TextDecoder(own ?? byFonts ?? WESTERN).decode(bytes);
}

/** Values below this in the higher byte are marks of the program, and the character is the lower byte. */
const FIRST_LEAD = 0x80;

function wideText(bytes: Buffer, encoding: string): string {
  const western = new TextDecoder(WESTERN).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const eastern = new TextDecoder(encoding);
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [low = 0, lead = 0] = bytes.subarray(at, at + 2);
    text += lead < FIRST_LEAD ? (western[low] ?? "") : eastern.decode(Uint8Array.of(lead, low));
  }
  return text;
}

/** Whether most letters are outside ASCII, as in text that is not written in Latin letters. */
function isMostlyHigh(bytes: Buffer): boolean {
  let high = 0;
  let latin = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) high++;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) latin++;
  }
  return high > latin;
}

/** Fields of a font's record: its character set, and how long a record is at least. */
const FONT = { characterSet: 4, least: 6 } as const;

/** Encodings of the document's fonts for scripts other than Latin. */
function fontEncodings(main: Buffer): readonly string[] {
  const start = main.readUInt32LE(AT.fonts);
  const table = main.subarray(start, start + main.readUInt32LE(AT.fonts + 4));
  const encodings: string[] = [];
  for (let at = 2; at + FONT.least <= table.length; at += 1 + (table[at] ?? 0)) {
    const encoding = encodingOfCharset(table[at + FONT.characterSet] ?? 0);
    if (encoding !== undefined && !LATIN.has(encoding)) encodings.push(encoding);
  }
  return encodings;
}

const LATIN: ReadonlySet<string> = new Set([
  WESTERN,
  "macintosh",
  "windows-1250",
  "windows-1254",
  "windows-1257",
  "windows-1258",
]);
