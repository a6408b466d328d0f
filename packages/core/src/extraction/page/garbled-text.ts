import { GLYPH, type Glyphs } from "./page-content.ts";

/** Above this share of meaningless characters, the text is garbled; a few may be logos or bullets. */
const MEANINGLESS_SHARE = 0.05;
const FEWEST_MEANINGLESS = 5;

/** Above this share of guessed glyphs, the whole text is guessed; a few may belong to a drawing. */
const GUESSED_SHARE = 0.5;
const FEWEST_GUESSED = 20;

/** Shorter words are ignored: they may be abbreviations, units or parts of formulas. */
const WORD_LETTERS = 4;

/** With fewer words, or a smaller share of the page's characters in words, vowels prove nothing. */
const FEWEST_WORDS = 20;
const TELLING_LETTERS = 0.4;

/** Share of words with a vowel: nearly all words of a language, fewer in tables of codes. */
const GARBLED_WORDS = 0.5;
const LEGIBLE_WORDS = 0.8;

/** Share of vowels among letters: 0.3 to 0.5 in languages and programs, 0.15 in a shifted alphabet. */
const GARBLED_VOWELS = 0.22;
const LEGIBLE_VOWELS = 0.28;

/** A gap or overlap larger than this fraction of the font size ends a word. */
const WORD_GAP = 0.12;

/** How legible the text of a page is. */
export interface Legibility {
  /** Why the text is garbled, as a sentence; "" if no fault was found. */
  readonly fault: string;
  /** The page has many words, and nearly all could belong to a language. */
  readonly isProven: boolean;
  /** A significant share of the text is guessed, so another engine may read it better. */
  readonly isGuessed: boolean;
}

/** Returns how legible a page's glyphs are. Pure. Vowels are checked only in Latin, Greek and Cyrillic text. */
export function legibilityOf(glyphs: Glyphs): Legibility {
  const characters = countCharacters(glyphs);
  const words = countWords(glyphs);
  const isProven =
    words.count >= FEWEST_WORDS &&
    words.withVowel >= LEGIBLE_WORDS * words.count &&
    words.vowels >= LEGIBLE_VOWELS * words.letters;
  const isGuessed = characters.guessed > MEANINGLESS_SHARE * characters.all;
  return { fault: faultOf(characters, words, isProven), isProven, isGuessed };
}

function faultOf({ all, meaningless, guessed }: Characters, words: Words, isProven: boolean): string {
  const isMany = meaningless >= FEWEST_MEANINGLESS || meaningless > all / 2;
  if (isMany && meaningless > MEANINGLESS_SHARE * all) {
    return `${Math.round((100 * meaningless) / all)} % of the characters mean nothing.`;
  }
  if (guessed >= FEWEST_GUESSED && guessed > GUESSED_SHARE * all && !isProven) {
    return "The fonts do not say what their glyphs read as.";
  }
  if (words.count < FEWEST_WORDS || words.letters < TELLING_LETTERS * all) return "";
  const isSpeech =
    words.withVowel >= GARBLED_WORDS * words.count && words.vowels >= GARBLED_VOWELS * words.letters;
  return isSpeech ? "" : "The words have too few vowels to be those of a language.";
}

interface Characters {
  /** Glyphs on the page, without blanks. */
  readonly all: number;
  /** Replacement, private-use and control characters. */
  readonly meaningless: number;
  /** Glyphs that their font does not map to Unicode. */
  readonly guessed: number;
}

function countCharacters({ count, text, flags }: Glyphs): Characters {
  let all = 0;
  let meaningless = 0;
  let guessed = 0;
  for (let i = 0; i < count; i++) {
    const flag = flags[i] ?? 0;
    if ((flag & (GLYPH.BLANK | GLYPH.OFF_PAGE)) !== 0) continue;
    all++;
    if ((flag & GLYPH.UNMAPPED) !== 0) guessed++;
    const unit = (text[i] ?? "").charCodeAt(0);
    if (!(unit >= 0x20 && unit < 0x7f) && isMeaningless(unit)) meaningless++;
  }
  return { all, meaningless, guessed };
}

/** Whether a code unit is a replacement, control or private-use character; false for NaN (empty text). */
function isMeaningless(unit: number): boolean {
  if (unit < 0xa0) return unit < 0x20 || unit >= 0x7f;
  return (
    unit === 0xfffd || (unit >= 0xe000 && unit <= 0xf8ff) || (unit >= FIRST_PRIVATE_LEAD && unit <= LAST_LEAD)
  );
}

/** Lead surrogates of the private-use planes. */
const FIRST_PRIVATE_LEAD = 0xdb80;
const LAST_LEAD = 0xdbff;

/** Words of Latin, Greek and Cyrillic letters, and the letters in them. */
interface Words {
  readonly count: number;
  readonly withVowel: number;
  readonly letters: number;
  readonly vowels: number;
}

function countWords(glyphs: Glyphs): Words {
  const words = new WordCounter();
  const { count, text } = glyphs;
  for (let i = 0; i < count; i++) {
    if (words.isInWord && !continuesWord(glyphs, i)) words.end();
    const shown = text[i] ?? "";
    for (let k = 0; k < shown.length; k++) words.add(soundOf(shown.charCodeAt(k)));
  }
  words.end();
  return words;
}

class WordCounter implements Words {
  count = 0;
  withVowel = 0;
  letters = 0;
  vowels = 0;
  /** Counts of the current word. */
  #letters = 0;
  #vowels = 0;

  get isInWord(): boolean {
    return this.#letters > 0;
  }

  add(sound: number): void {
    if (sound === SILENT) this.end();
    else if (sound !== MARK) this.#letters++;
    if (sound === VOWEL) this.#vowels++;
  }

  end(): void {
    if (this.#letters >= WORD_LETTERS) {
      this.count++;
      if (this.#vowels > 0) this.withVowel++;
      this.letters += this.#letters;
      this.vowels += this.#vowels;
    }
    this.#letters = this.#vowels = 0;
  }
}

/** Whether glyph `i` is on the page and begins where the previous glyph ends. */
function continuesWord({ x, y, advance, size, flags }: Glyphs, i: number): boolean {
  if (((flags[i] ?? 0) & GLYPH.OFF_PAGE) !== 0) return false;
  const before = advance[i - 1] ?? 0;
  if (before === 0 || advance[i] === 0) return true;
  const acrossX = (x[i] ?? 0) - (x[i - 1] ?? 0);
  const acrossY = (y[i] ?? 0) - (y[i - 1] ?? 0);
  const away = acrossY === 0 ? Math.abs(acrossX) : Math.sqrt(acrossX * acrossX + acrossY * acrossY);
  const gap = away - before;
  return Math.abs(gap) <= WORD_GAP * (size[i] ?? 0);
}

const SILENT = 0;
const CONSONANT = 1;
const VOWEL = 2;
const MARK = 3;
const UNKNOWN = 4;

/** The first code after the Cyrillic block. */
const END_OF_CYRILLIC = 0x530;

/** Sound classes of these characters, each determined when it first occurs: all of them delay the first page. */
const SOUNDS = new Uint8Array(END_OF_CYRILLIC).fill(UNKNOWN);

function soundIn(character: string): number {
  const base = character.normalize("NFD").charAt(0);
  if (/^\p{M}$/u.test(base)) return MARK;
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(base)) return SILENT;
  return /^[aeiouyæœøıəɛɔαεηιουωаеёиіїоуыэюяєѣ]$/iu.test(base) ? VOWEL : CONSONANT;
}

function soundOf(code: number): number {
  if (code < END_OF_CYRILLIC) {
    const known = SOUNDS[code] ?? UNKNOWN;
    return known === UNKNOWN ? (SOUNDS[code] = soundIn(String.fromCharCode(code))) : known;
  }
  // Vietnamese and accented Greek; below, ligatures of f, two of which end in i.
  if (code >= 0x1e00 && code <= 0x1fff) return soundIn(String.fromCharCode(code));
  if (code < 0xfb00 || code > 0xfb06) return SILENT;
  return code === 0xfb01 || code === 0xfb03 ? VOWEL : CONSONANT;
}
