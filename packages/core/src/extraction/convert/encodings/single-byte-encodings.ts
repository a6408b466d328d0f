import { strictlyDecoded } from "./strictly-decoded.ts";

/** Encodings that statistics of bytes do not know. */
const UNKNOWN_TO_STATISTICS = ["ibm866", "koi8-u", "x-mac-cyrillic", "windows-874", "macintosh"] as const;

/** Fewer letters can be chance. */
const MIN_LETTERS = 3;

/** A right encoding has next to no characters that no text has; a wrong one often has a third. */
const SURE = 0.9;
const MARGIN = 0.1;

/** Bytes from the first one beyond ASCII on that are looked at: some hundred words. */
const LOOKED_AT = 4096;

/** An encoding of one byte a character in which a text looks more like one than in the detected encoding. */
export function singleByteEncoding(sample: Uint8Array, detected: string): string {
  const first = Math.max(
    0,
    sample.findIndex((byte) => byte >= 0x80),
  );
  // With the letter before it, to which a wrong encoding may not fit.
  const bytes = sample.subarray(Math.max(0, first - 1), first + LOOKED_AT);
  const own = likenessOf(bytes, detected);
  const rated = UNKNOWN_TO_STATISTICS.map((label) => ({ label, ...likenessOf(bytes, label) }));
  const best = rated
    .filter(({ letters, share }) => letters >= MIN_LETTERS && share >= Math.max(SURE, own.share + MARGIN))
    .toSorted((one, other) => other.share - one.share)[0];
  if (best !== undefined) return best.label;
  return WESTERN.test(detected) && isTurkish(new TextDecoder(detected).decode(bytes))
    ? "windows-1254"
    : detected;
}

const WESTERN = /^(?:windows-1252|iso-8859-1)$/i;

/** Turkish has three letters where Western encodings have those of Icelandic, which has neither ç nor ü. */
function isTurkish(text: string): boolean {
  return /[ðýþ]/i.test(text) && /[çü]/i.test(text);
}

interface Likeness {
  /** Letters beyond ASCII that stand as in a text. */
  readonly letters: number;
  readonly share: number;
}

/**
 * The part of the characters beyond ASCII that stand as in a text: letters beside letters of their script, no capital
 * after a small letter, no sign inside a word. 1 if there is nothing to tell by, 0 for bytes that are not in the encoding.
 */
function likenessOf(bytes: Uint8Array, label: string): Likeness {
  const text = strictlyDecoded(bytes, label);
  if (text === undefined) return { letters: 0, share: 0 };
  const standing = Array.from(text, (character, at) =>
    character < "\u0080" ? undefined : standsAsInText(text[at - 1] ?? "", character, text[at + 1] ?? ""),
  );
  const letters = standing.filter((isRight) => isRight === true).length;
  const wrong = standing.filter((isRight) => isRight === false).length;
  return { letters, share: letters + wrong === 0 ? 1 : letters / (letters + wrong) };
}

/** Undefined for signs that may stand there: they say nothing, because every encoding has some. */
function standsAsInText(before: string, character: string, after: string): boolean | undefined {
  if (MARK.test(character)) return isOneScript(before, character);
  if (LETTER.test(character)) return isInWord(before, character) && isInWord(character, after);
  if (STANDS_IN_WORDS.test(character)) return undefined;
  const isDrawn = DRAWN.test(character);
  const isBeside = (other: string): boolean =>
    LETTER.test(other) || (isDrawn && other > "\u007f" && !STANDS_IN_WORDS.test(other));
  const [isAfter, isBefore] = [isBeside(before), isBeside(after)];
  return (isDrawn ? isAfter || isBefore : isAfter && isBefore) ? false : undefined;
}

const LETTER = /[\p{L}\p{M}]/u;
const MARK = /\p{M}/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
/** Apostrophes, dashes and blanks; the lines of DOS beside cells. */
const STANDS_IN_WORDS = /[\p{Pd}\s’‘·\u00ad─│═║]/u;
/** Signs that touch neither words nor each other; others, like quotation marks, stand beside words. */
const DRAWN = /[^\P{S}\0-\x7f─│═║©®™°]/u;

/** Whether two characters can follow each other: not if both are letters, but not of one word. */
function isInWord(first: string, second: string): boolean {
  if (!LETTER.test(first) || !LETTER.test(second)) return true;
  return isOneScript(first, second) && !(SMALL.test(first) && CAPITAL.test(second));
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Thai}/u];

function isOneScript(first: string, second: string): boolean {
  return SCRIPTS.every((script) => script.test(first) === script.test(second));
}
