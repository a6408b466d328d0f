import { BIDI, bidiClass } from "./bidi-class.ts";

/**
 * The Unicode Bidirectional Algorithm (UAX 9) for glyphs. Page glyphs include no embedding or isolate controls, so only
 * the implicit rules W1 to I2 apply, and each text is one isolating run sequence.
 */

export type BaseDirection = "ltr" | "rtl";

/**
 * The embedding level of each character.
 *
 * @param characters In logical order, one code point each.
 */
export function embeddingLevels(characters: readonly string[], base: BaseDirection): Uint8Array {
  const embedding = base === "rtl" ? 1 : 0;
  const original = Uint8Array.from(characters, bidiClass);
  const resolved = Uint8Array.from(original);
  resolveWeak(resolved, embedding === 1 ? BIDI.R : BIDI.L);
  resolveBrackets(characters, original, resolved, embedding);
  resolveNeutral(resolved, embedding);
  return resolved.map((kind, index) => {
    if (isTrailingBlank(original, index)) return embedding;
    return implicitLevel(kind, embedding);
  });
}

/**
 * The logical order of glyphs that are in visual order from left to right: indices into `visual`, and which of them
 * showed the mirror image of their character.
 */
export function logicalOrder(
  visual: readonly string[],
  base: BaseDirection,
): { readonly order: readonly number[]; readonly mirrored: ReadonlySet<number> } {
  const order = visual.map((_, index) => (base === "rtl" ? visual.length - 1 - index : index));
  const firsts = order.map((index) => String.fromCodePoint(visual[index]?.codePointAt(0) ?? 0x20));
  const read = base === "rtl" ? firsts.map((character) => mirrorOf(character) ?? character) : firsts;
  const levels = embeddingLevels(base === "rtl" ? withNumbersOfLatin(read) : read, base);
  // Reversing the runs of visual text yields logical text, just as rule L2 does the opposite.
  if (base === "ltr") {
    reverseRuns(order, levels, 2);
    reverseRuns(order, levels, 1);
  } else {
    reverseRuns(order, levels, 2);
  }
  const turned = new Set<number>();
  for (const [at, level] of levels.entries()) {
    if (level % 2 === 1) turned.add(base === "rtl" ? visual.length - 1 - at : at);
  }
  return { order, mirrored: turned };
}

/**
 * Numbers to the right of Latin letters are read after them ("LED 12"), like letters. They could also be read before
 * them, after the text to the right of both: the visual result is the same.
 *
 * @param read Visual text from right to left.
 */
function withNumbersOfLatin(read: readonly string[]): readonly string[] {
  const latin = [...read];
  let strong: number = BIDI.R;
  for (let i = read.length - 1; i >= 0; i--) {
    const kind = bidiClass(read[i] ?? " ");
    if (kind === BIDI.L || kind === BIDI.R || kind === BIDI.AL) strong = kind;
    else if (kind === BIDI.EN && strong === BIDI.L) latin[i] = LATIN;
  }
  return latin;
}

const LATIN = "a";

function reverseRuns(order: number[], levels: Uint8Array, least: number): void {
  for (let from = 0; from < order.length; from++) {
    let to = from;
    while (to < order.length && (levels[to] ?? 0) >= least) to++;
    if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed());
    from = Math.max(from, to);
  }
}

/** Rules W1 to W7. */
function resolveWeak(kinds: Uint8Array, edge: number): void {
  resolveMarks(kinds, edge);
  resolveArabicNumbers(kinds, edge);
  resolveSeparators(kinds);
  resolveTerminators(kinds);
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i];
    if (kind === BIDI.ES || kind === BIDI.ET || kind === BIDI.CS) kinds[i] = BIDI.ON;
  }
  let strong = edge;
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i] ?? BIDI.ON;
    if (kind === BIDI.L || kind === BIDI.R) strong = kind;
    else if (kind === BIDI.EN && strong === BIDI.L) kinds[i] = BIDI.L;
  }
}

/** W1: a nonspacing mark takes the class of its base character. */
function resolveMarks(kinds: Uint8Array, edge: number): void {
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === BIDI.NSM) kinds[i] = i === 0 ? edge : (kinds[i - 1] ?? edge);
  }
}

/** W2 and W3: digits after Arabic letters become Arabic numbers; then AL becomes R. */
function resolveArabicNumbers(kinds: Uint8Array, edge: number): void {
  let strong = edge;
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i] ?? BIDI.ON;
    if (kind === BIDI.L || kind === BIDI.R || kind === BIDI.AL) strong = kind;
    else if (kind === BIDI.EN && strong === BIDI.AL) kinds[i] = BIDI.AN;
    if (kind === BIDI.AL) kinds[i] = BIDI.R;
  }
}

/** W4: a single separator between two numbers of the same kind. */
function resolveSeparators(kinds: Uint8Array): void {
  for (let i = 1; i + 1 < kinds.length; i++) {
    const kind = kinds[i];
    const before = kinds[i - 1] ?? BIDI.ON;
    if (before !== kinds[i + 1]) continue;
    if (before === BIDI.EN && (kind === BIDI.ES || kind === BIDI.CS)) kinds[i] = BIDI.EN;
    else if (before === BIDI.AN && kind === BIDI.CS) kinds[i] = BIDI.AN;
  }
}

/** W5: currency, percent and similar signs next to European numbers. */
function resolveTerminators(kinds: Uint8Array): void {
  for (let from = 0; from < kinds.length; from++) {
    if (kinds[from] !== BIDI.ET) continue;
    let to = from;
    while (kinds[to] === BIDI.ET) to++;
    if (kinds[from - 1] === BIDI.EN || kinds[to] === BIDI.EN) kinds.fill(BIDI.EN, from, to);
    from = to;
  }
}

/** N0: paired brackets take the direction of their contents. */
function resolveBrackets(
  characters: readonly string[],
  original: Uint8Array,
  kinds: Uint8Array,
  embedding: number,
): void {
  const along = embedding === 1 ? BIDI.R : BIDI.L;
  for (const [open, close] of bracketPairs(characters, kinds)) {
    const inside = new Set(Array.from(kinds.subarray(open + 1, close), strongKind));
    const against = along === BIDI.L ? BIDI.R : BIDI.L;
    let direction: number = BIDI.ON;
    if (inside.has(along)) direction = along;
    else if (inside.has(against)) direction = strongBefore(kinds, open, along) === against ? against : along;
    if (direction === BIDI.ON) continue;
    setWithMarks(original, kinds, open, direction);
    setWithMarks(original, kinds, close, direction);
  }
}

function setWithMarks(original: Uint8Array, kinds: Uint8Array, at: number, direction: number): void {
  kinds[at] = direction;
  for (let i = at + 1; original[i] === BIDI.NSM; i++) kinds[i] = direction;
}

/** The strong direction of a class next to neutrals: numbers count as R. */
function strongKind(kind: number): number {
  return kind === BIDI.EN || kind === BIDI.AN ? BIDI.R : kind;
}

function strongBefore(kinds: Uint8Array, at: number, edge: number): number {
  for (let i = at - 1; i >= 0; i--) {
    const kind = strongKind(kinds[i] ?? BIDI.ON);
    if (kind === BIDI.L || kind === BIDI.R) return kind;
  }
  return edge;
}

/** Nesting limit that UAX 9 defines. */
const DEEPEST = 63;

function bracketPairs(
  characters: readonly string[],
  kinds: Uint8Array,
): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  const open: { readonly closing: string; readonly at: number }[] = [];
  for (const [at, character] of characters.entries()) {
    if (kinds[at] !== BIDI.ON) continue;
    const closing = CLOSING.get(character);
    if (closing !== undefined) {
      if (open.length === DEEPEST) return [];
      open.push({ closing, at });
    } else if (OPENING.has(character)) {
      const match = open.findLastIndex((bracket) => bracket.closing === character);
      const bracket = open[match];
      if (bracket === undefined) continue;
      pairs.push([bracket.at, at]);
      open.length = match;
    }
  }
  return pairs.toSorted((a, b) => a[0] - b[0]);
}

/** N1 and N2: neutrals between two equal directions take that direction, all others the embedding direction. */
function resolveNeutral(kinds: Uint8Array, embedding: number): void {
  const along = embedding === 1 ? BIDI.R : BIDI.L;
  let before: number = along;
  for (let from = 0; from < kinds.length; from++) {
    const kind = kinds[from] ?? BIDI.ON;
    if (!isNeutral(kind)) {
      before = strongKind(kind);
      continue;
    }
    let to = from;
    while (to < kinds.length && isNeutral(kinds[to] ?? BIDI.L)) to++;
    const after = to < kinds.length ? strongKind(kinds[to] ?? along) : along;
    kinds.fill(before === after ? before : along, from, to);
    from = to - 1;
  }
}

function isNeutral(kind: number): boolean {
  return kind === BIDI.ON || kind === BIDI.WS;
}

/** Rules I1 and I2. */
function implicitLevel(kind: number, embedding: number): number {
  if (embedding === 0) {
    if (kind === BIDI.R) return 1;
    return kind === BIDI.L ? 0 : 2;
  }
  return kind === BIDI.R ? 1 : 2;
}

/** L1: trailing whitespace takes the paragraph level. */
function isTrailingBlank(original: Uint8Array, index: number): boolean {
  for (let i = index; i < original.length; i++) if (original[i] !== BIDI.WS) return false;
  return true;
}

const BRACKETS = [
  "()",
  "[]",
  "{}",
  "⁅⁆",
  "⁽⁾",
  "₍₎",
  "⌈⌉",
  "⌊⌋",
  "⟦⟧",
  "⟨⟩",
  "⟪⟫",
  "〈〉",
  "《》",
  "「」",
  "『』",
  "【】",
];
const OTHER_MIRRORS = ["<>", "«»", "‹›", "≤≥"];

const CLOSING = new Map(BRACKETS.map((pair) => [pair.charAt(0), pair.charAt(1)]));
const OPENING = new Map(BRACKETS.map((pair) => [pair.charAt(1), pair.charAt(0)]));
const MIRRORS = new Map(
  [...BRACKETS, ...OTHER_MIRRORS].flatMap((pair): [string, string][] => [
    [pair.charAt(0), pair.charAt(1)],
    [pair.charAt(1), pair.charAt(0)],
  ]),
);

/** Whether `character` is the closing bracket for `opening`. */
export function isClosingOf(character: string, opening: string): boolean {
  return CLOSING.get(opening) === character;
}

/** The character with the mirrored glyph of `character`. */
export function mirrorOf(character: string): string | undefined {
  return MIRRORS.get(character);
}
